//! The compiler's arguments, and what they come to where nothing is said. The defaults are those of rustc 1.95 (`Session::lto`, `Session::codegen_units`).

use std::{env, fs};

/// The arguments of this process, the compiler; those that stand in a file, as Cargo passes very many, included.
pub fn of_this_process() -> Vec<String> {
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    arguments.flat_map(|argument| in_file(&argument).unwrap_or_else(|| vec![argument])).collect()
}

/// One a line.
fn in_file(argument: &str) -> Option<Vec<String>> {
    let text = fs::read_to_string(argument.strip_prefix('@')?).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

/// What is told, by name.
pub fn told(arguments: &[String]) -> [(&'static str, String); 5] {
    let options = codegen_options(arguments);
    // Of options that are repeated the last counts.
    let value = |name: &str| options.iter().rev().find(|option| option.0 == name).map(|option| option.1.as_str());
    let opt_level = value("opt-level").unwrap_or("0");
    let units = value("codegen-units").unwrap_or(if value("incremental").is_some() { "256" } else { "16" });
    let lto = match value("lto") {
        Some("" | "fat" | "y" | "yes" | "on" | "true") => "fat",
        Some("n" | "no" | "off" | "false") => "off",
        Some(other) => other,
        // The units of the program's own crate are optimized together, where there are several and any are optimized.
        None if opt_level != "0" && units != "1" => "thin-local",
        None => "off",
    };
    // Without one the compiler builds for the target's oldest processor.
    let target_cpu = value("target-cpu").unwrap_or("generic");
    // Whether a profile of a run guided the compiler, or the program is there to write one.
    let pgo = match (value("profile-use"), value("profile-generate")) {
        (Some(_), _) => "used",
        (None, Some(_)) => "generating",
        (None, None) => "off",
    };
    [("opt_level", opt_level), ("lto", lto), ("codegen_units", units), ("target_cpu", target_cpu), ("pgo", pgo)]
        .map(|(name, value)| (name, value.to_owned()))
}

/// Names and values of `-C name=value` in each of its spellings; a value that is not there is empty.
fn codegen_options(arguments: &[String]) -> Vec<(String, String)> {
    let mut options = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let option = match argument.as_str() {
            "-C" | "--codegen" => arguments.next().map_or("", String::as_str),
            "-O" => "opt-level=3",
            other => match other.strip_prefix("--codegen=").or_else(|| other.strip_prefix("-C")) {
                Some(option) => option,
                None => continue,
            },
        };
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        options.push((name.replace('_', "-"), value.to_owned()));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a command line, in order: `opt_level`, `lto`, `codegen_units`, `target_cpu`, `pgo`.
    fn values(line: &str) -> [String; 5] {
        told(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).map(|(_, value)| value)
    }

    #[test]
    fn what_no_argument_says_is_what_the_compiler_takes() {
        assert_eq!(values("src/main.rs"), ["0", "off", "16", "generic", "off"]);
        assert_eq!(values("-C incremental=/x"), ["0", "off", "256", "generic", "off"]);
        assert_eq!(values("-C opt-level=3"), ["3", "thin-local", "16", "generic", "off"]);
        assert_eq!(values("-C opt-level=3 -C codegen-units=1"), ["3", "off", "1", "generic", "off"]);
    }

    #[test]
    fn every_spelling_of_an_option_is_read() {
        for line in ["-C lto", "-Clto", "-C lto=fat", "-Clto=yes", "--codegen lto", "--codegen=lto=on"] {
            assert_eq!(values(line)[1], "fat", "{line}");
        }
        for line in ["-C lto=off", "-Clto=no", "-O -C lto=false"] {
            assert_eq!(values(line)[1], "off", "{line}");
        }
        assert_eq!(values("-C lto=thin")[1], "thin");
        assert_eq!(values("-O -C codegen_units=7 -C target-cpu=native"), ["3", "thin-local", "7", "native", "off"]);
        assert_eq!(values("-Copt-level=s")[0], "s");
        assert_eq!(values("-Cprofile-generate=/x")[4], "generating");
        assert_eq!(values("-C profile-use=/x/merged.profdata")[4], "used");
    }

    #[test]
    fn of_repeated_options_the_last_counts_and_other_arguments_do_not() {
        assert_eq!(values("-C opt-level=0 -C lto=fat -Copt-level=2 -Clto=off")[..2], ["2", "off"]);
        assert_eq!(values("--cfg lto -L dependency=lto=fat --crate-name lto --check-cfg cfg(lto)")[1], "off");
    }
}
