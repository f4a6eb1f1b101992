//! Reading a request's query, as browsers write a form.

use actix_web::web::Query;

use testbed_contract::{MOST_SHOWN, Problem, shown};

/// The value of a query's parameter, decoded; none where it is absent. Most requests have no query at all.
///
/// # Errors
/// `invalid_request` where the query cannot be read, or the parameter is repeated.
pub fn parameter(query: &str, name: &str) -> Result<Option<String>, Problem> {
    if query.is_empty() {
        return Ok(None);
    }
    let unreadable = |_| Problem::invalid(name, format!("the query cannot be read; allowed is {name}=value"));
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(unreadable)?;
    let mut values = pairs.into_inner().into_iter().filter(|(key, _)| key == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Problem::invalid(name, format!("{name} is repeated; allowed is once"))),
        (value, None) => Ok(value),
    }
}

/// A parameter that is a whole number in digits, up to `most`; 0 where it is absent.
///
/// # Errors
/// `invalid_request`
pub fn number(query: &str, name: &str, most: u32) -> Result<u32, Problem> {
    let Some(text) = parameter(query, name)? else {
        return Ok(0);
    };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten().filter(|&number| number <= most);
    number.ok_or_else(|| wrong(name, &text, &format!("an integer from 0 to {most}")))
}

/// What a parameter holds that it may not.
pub fn wrong(name: &str, text: &str, allowed: &str) -> Problem {
    Problem::invalid(name, format!("{name} is {:?}; allowed is {allowed}", shown(text, MOST_SHOWN)))
}

#[cfg(test)]
mod tests {
    use super::number;

    fn index(query: &str) -> Result<u32, super::Problem> {
        number(query, "index", 1023)
    }

    #[test]
    fn a_number_is_digits_in_range_and_0_where_absent() {
        for (query, number) in [
            ("%69ndex=1", 1),
            ("index=0001", 1),
            ("&&index=1&", 1),
            ("x=%ff&%zz=1&x=2", 0),
            ("index+=1", 0),
            ("INDEX=x", 0),
            ("", 0),
            ("x=1", 0),
            ("index=0", 0),
            ("index=1023", 1023),
            ("x=&index=7", 7),
            ("index=%31", 1),
        ] {
            assert_eq!(index(query).unwrap(), number, "{query}");
        }
        for query in [
            "index=1024",
            "index=-1",
            "index=+1",
            "index=%2B1",
            "index=",
            "index=1.0",
            "index=x",
            "index",
            "index=1&index=1",
            "index=1&%69ndex=1",
            "index=1&index",
            "index=-0",
            "index=1+",
            "index=%zz",
            "index=%ff",
            "index=%D9%A1",
            "index=1;x=2",
            "index=1%00",
            "index=99999999999",
        ] {
            let problem = serde_json::to_value(index(query).expect_err(query)).unwrap();
            assert_eq!((&problem["code"], &problem["field"]), (&"invalid_request".into(), &"index".into()), "{query}");
        }
    }
}
