//! Reading a request's query.

use actix_web::web::Query;

use testbed_contract::Problem;

/// The value of a query's parameter, decoded; none where it is absent.
///
/// # Errors
/// `invalid_request` where the query cannot be read, or the parameter is repeated.
pub fn parameter(query: &str, name: &str) -> Result<Option<String>, Problem> {
    let unreadable = |_| Problem::invalid(name, format!("the query cannot be read; allowed is {name}=value"));
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(unreadable)?;
    let mut values = pairs.into_inner().into_iter().filter(|(key, _)| key == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Problem::invalid(name, format!("{name} is repeated; allowed is once"))),
        (value, None) => Ok(value),
    }
}
