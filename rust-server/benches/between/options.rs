//! What the command line asks for.

use crate::rungs::Rung;

/// The options, with their defaults.
pub struct Options {
    pub objects: usize,
    pub warmup: usize,
    pub rounds: usize,
    pub rungs: Vec<Rung>,
    pub awake: bool,
}

impl Options {
    /// Reads the arguments; `--bench`, which cargo adds, says nothing.
    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { objects: 20_000, warmup: 20_000, rounds: 3, rungs: Rung::ALL.to_vec(), awake: false };
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "--bench" => {}
                "--awake" => options.awake = true,
                "--objects" => options.objects = number(&name, arguments.next(), 10)?,
                "--warmup" => options.warmup = number(&name, arguments.next(), 0)?,
                "--rounds" => options.rounds = number(&name, arguments.next(), 1)?,
                "--rungs" => options.rungs = rungs(&arguments.next().unwrap_or_default())?,
                _ => {
                    return Err(format!(
                        "{name} is unknown; allowed are --objects, --warmup, --rounds, --rungs, --awake"
                    ));
                }
            }
        }
        Ok(options)
    }
}

fn number(name: &str, value: Option<String>, least: usize) -> Result<usize, String> {
    let value = value.unwrap_or_default();
    let number = value.parse().ok().filter(|number| *number >= least);
    number.ok_or_else(|| format!("{name} is {value:?}; allowed is an integer from {least}"))
}

fn rungs(names: &str) -> Result<Vec<Rung>, String> {
    let known = Rung::ALL.map(Rung::name).join(", ");
    let find = |name: &str| Rung::ALL.into_iter().find(|rung| rung.name() == name);
    names
        .split(',')
        .map(|name| find(name).ok_or_else(|| format!("rung {name:?} is unknown; allowed are {known}")))
        .collect()
}
