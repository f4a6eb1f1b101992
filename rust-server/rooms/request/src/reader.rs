//! The body of `POST /triggerReqs`, read strictly: every fault names its field and what is allowed.

use std::sync::Arc;

use serde_json::Value;

use super::fields::Fields;
use super::run_request::RunRequest;
use super::source::Source;
use super::supply::Supply;
use super::threads;
use super::way::Way;
use testbed_config::Config;
use testbed_contract::{Code, Coding, Format, MOST_SHOWN, Operand, Operation, Origin, Problem, shown};
use testbed_engines::{CheckedEngine, Codec, EngineRegistry};
use testbed_environment::cpus;
use testbed_objects::{OBJECT_TYPES, ObjectType, Size};

/// The request's fields, in the order in which messages list them.
const FIELDS: [&str; 16] = [
    "amount",
    "provider_url",
    "object_format",
    "server_type",
    "object_type",
    "size",
    "operation",
    "engine",
    "warmup",
    "checkpoints",
    "concurrency",
    "variants",
    "source",
    "block",
    "threads",
    "coding",
];

impl RunRequest {
    /// Reads and checks a body.
    ///
    /// # Errors
    /// `invalid_request` for the first fault, then `provider_not_allowed`.
    pub fn read(body: &[u8], config: &Config, engines: &EngineRegistry) -> Result<Self, Problem> {
        let reader = Reader { fields: Fields::read(body, &FIELDS)?, config };
        let amount = reader.amount()?;
        let operation = reader.operation()?;
        let provided = operation.needs_bodies().then(|| reader.provided()).transpose()?;
        let run = reader.objects(engines, amount, operation)?;
        let Some(provided) = provided else {
            reader.no_supply(operation)?;
            return Ok(run);
        };
        let supply = reader.supply(provided)?;
        threads::check(&supply, &run.checkpoints, cpus())?;
        if config.provider_allowlist.contains(&supply.provider) {
            Ok(Self { way: Way::Pulled(supply), ..run })
        } else {
            Err(not_allowed(&supply.provider))
        }
    }
}

/// The fields of a body, and what the configuration allows in them.
pub struct Reader<'a> {
    /// As they stand there.
    pub fields: Fields,
    /// The limits.
    pub config: &'a Config,
}

impl Reader<'_> {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    /// How many objects are measured.
    pub fn amount(&self) -> Result<u64, Problem> {
        self.required("amount", |value| self.integer("amount", value, 1, self.config.max_amount))
    }

    /// Which objects, and who reads or writes them: what runs of every way say.
    pub fn objects(&self, engines: &EngineRegistry, amount: u64, operation: Operation) -> Result<RunRequest, Problem> {
        let format =
            self.required("object_format", |value| one_of("object_format", value, &Format::ALL, Format::name))?;
        let object_type =
            self.required("object_type", |value| one_of("object_type", value, OBJECT_TYPES, |known| known.name))?;
        let size = self.size(object_type)?;
        object_type.carried(format).map_err(|why| Problem::invalid("object_format", why))?;
        if operation.makes() == Operand::Excerpt {
            object_type.excerpted().map_err(|why| Problem::invalid("operation", why))?;
        }
        let (engine, codec) = self.engine(engines, format, operation, object_type)?;
        Ok(RunRequest {
            amount,
            format,
            object_type,
            size,
            operation,
            engine: Arc::clone(engine),
            codec,
            warmup: self.number("warmup", 0, 0, self.config.max_amount)?,
            checkpoints: self.checkpoints(amount)?,
            variants: u32::try_from(self.number("variants", 1, 1, object_type.variants(size).into())?).unwrap_or(1),
            way: Way::Written,
        })
    }

    /// What a field says that must be there.
    pub fn required<T>(&self, name: &str, read: impl FnOnce(&Value) -> Result<T, Problem>) -> Result<T, Problem> {
        self.get(name).map_or_else(|| Err(Problem::invalid(name, format!("field {name} is missing"))), read)
    }

    /// A whole number that may be left out.
    pub fn number(&self, name: &str, default: u64, least: u64, most: u64) -> Result<u64, Problem> {
        self.get(name).map_or(Ok(default), |value| self.integer(name, value, least, most))
    }

    #[allow(clippy::unused_self, reason = "reads as the others do")]
    fn integer(&self, name: &str, value: &Value, least: u64, most: u64) -> Result<u64, Problem> {
        let fits = value.as_u64().filter(|number| (least..=most).contains(number));
        fits.ok_or_else(|| wrong(name, value, &format!("an integer from {least} to {most}")))
    }

    fn size(&self, object_type: ObjectType) -> Result<Option<Size>, Problem> {
        let Some(value) = self.get("size") else { return Ok(None) };
        let size = one_of("size", value, &Size::ALL, Size::name)?;
        object_type.sized().map_err(|why| Problem::invalid("size", why))?;
        Ok(Some(size))
    }

    fn operation(&self) -> Result<Operation, Problem> {
        let operation = self.get("operation").map(|value| one_of("operation", value, &Operation::ALL, Operation::name));
        Ok(operation.transpose()?.unwrap_or(Operation::ALL[0]))
    }

    /// The provider, and what it is.
    fn provided(&self) -> Result<(Origin, &'static str), Problem> {
        let provider = self.required("provider_url", |value| self.origin("provider_url", value))?;
        Ok((provider, self.server_type()?))
    }

    /// What the other server is.
    pub fn server_type(&self) -> Result<&'static str, Problem> {
        let of = |value: &Value| one_of("server_type", value, &["rust", "java"], |name| name);
        self.required("server_type", of)
    }

    /// The other server's address.
    #[allow(clippy::unused_self, reason = "reads as the others do")]
    pub fn origin(&self, name: &str, value: &Value) -> Result<Origin, Problem> {
        let origin = value.as_str().and_then(|text| text.parse().ok());
        origin.ok_or_else(|| wrong(name, value, "an origin such as http://127.0.0.1:8083, with nothing after the port"))
    }

    /// How its bodies are fetched.
    fn supply(&self, (provider, server_type): (Origin, &'static str)) -> Result<Supply, Problem> {
        let source = self.get("source").map(|value| one_of("source", value, &Source::ALL, Source::name));
        let source = source.transpose()?.unwrap_or(Source::ALL[0]);
        let concurrency = self.number("concurrency", 1, 1, self.config.max_concurrency)?;
        Ok(Supply {
            provider,
            server_type,
            source,
            concurrency: usize::try_from(concurrency).unwrap_or(1),
            block: self.block(source)?,
            threads: self.threads()?,
            coding: self.coding()?,
        })
    }

    /// Refuses what says where bodies come from, beside an operation that needs none.
    fn no_supply(&self, operation: Operation) -> Result<(), Problem> {
        let given = Supply::FIELDS.into_iter().find(|name| self.get(name).is_some());
        given.map_or(Ok(()), |name| {
            let others = Operation::ALL.into_iter().filter(|other| other.needs_bodies());
            let detail = format!(
                "{name} goes with operation {} only, since {} needs no bodies; leave it out",
                others.map(Operation::name).collect::<Vec<_>>().join(" or "),
                operation.name()
            );
            Err(Problem::invalid(name, detail))
        })
    }

    fn engine<'e>(
        &self,
        engines: &'e EngineRegistry,
        format: Format,
        operation: Operation,
        object_type: ObjectType,
    ) -> Result<(&'e Arc<CheckedEngine>, &'static dyn Codec), Problem> {
        let names = engines.names(format, operation);
        if names.is_empty() {
            let others: Vec<_> = engines.formats(operation).map(Format::name).collect();
            let detail = format!(
                "{} has no engine of operation {}; choose a format that has one: {}",
                format.name(),
                operation.name(),
                others.join(", ")
            );
            return Err(Problem::invalid("object_format", detail));
        }
        let name = self.get("engine").map(|value| one_of("engine", value, &names, |name| name)).transpose()?;
        let engine = engines.find(format, operation, name).expect("the first of format and operation is their default");
        let failing = || {
            let detail =
                format!("engine {} fails its goldens for {}; GET /engines says how", engine.name, object_type.name);
            Problem::invalid("engine", detail)
        };
        Ok((engine, engine.codec(object_type).ok_or_else(failing)?))
    }

    fn block(&self, source: Source) -> Result<usize, Problem> {
        let block = self.number("block", 1, 1, self.config.max_block)?;
        if block > 1 && source != Source::Http {
            return Err(Problem::invalid("block", "block goes with source http only; leave one of them out"));
        }
        Ok(usize::try_from(block).unwrap_or(1))
    }

    fn threads(&self) -> Result<Option<usize>, Problem> {
        let threads = self.get("threads").map(|value| self.integer("threads", value, 1, threads::MOST)).transpose()?;
        Ok(threads.and_then(|threads| usize::try_from(threads).ok()))
    }

    /// `None` for `identity`, which is as if nothing were asked.
    fn coding(&self) -> Result<Option<Coding>, Problem> {
        let [gzip, zstd, br] = Coding::ALL.map(Some);
        let name = |coding: Option<Coding>| coding.map_or("identity", Coding::name);
        self.get("coding").map_or(Ok(None), |value| one_of("coding", value, &[None, gzip, zstd, br], name))
    }

    fn checkpoints(&self, amount: u64) -> Result<Vec<u64>, Problem> {
        let Some(value) = self.get("checkpoints") else {
            return Ok(Vec::new());
        };
        let most = self.config.max_checkpoints;
        let allowed =
            format!("a list of at most {most} strictly ascending integers from 1 to amount, which is {amount}");
        let list: Option<Vec<u64>> = value.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
        let list = list.filter(|list| list.len() as u64 <= most && list.is_sorted_by(|a, b| a < b));
        let list = list.filter(|list| list.iter().all(|point| (1..=amount).contains(point)));
        list.ok_or_else(|| wrong("checkpoints", value, &allowed))
    }
}

fn not_allowed(provider: &Origin) -> Problem {
    let detail =
        format!("{provider} is not on this server's allow-list; start the server with it in PROVIDER_ALLOWLIST");
    Problem::new(Code::ProviderNotAllowed, detail)
}

/// The one of those known whose name a value is.
pub fn one_of<T: Copy>(field: &str, value: &Value, known: &[T], name: fn(T) -> &'static str) -> Result<T, Problem> {
    let named = value.as_str().and_then(|text| known.iter().copied().find(|known| name(*known) == text));
    let allowed = || known.iter().copied().map(name).collect::<Vec<_>>().join(", ");
    named.ok_or_else(|| wrong(field, value, &allowed()))
}

/// `amount is 0; allowed is an integer from 1 to 1000000`
pub fn wrong(field: &str, value: &Value, allowed: &str) -> Problem {
    let shown = shown(&value.to_string(), MOST_SHOWN);
    Problem::invalid(field, format!("{field} is {shown}; allowed is {allowed}"))
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "url_tests.rs"]
mod url_tests;
