//! Writes what a figure depends on into the binary: the compiler, the profile, and the versions that Cargo.lock really links.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The workspace's, beside its Cargo.toml.
const LOCK: &str = "../../Cargo.lock";

fn main() {
    println!("cargo::rerun-if-changed={LOCK}");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let lock = fs::read_to_string(LOCK).expect("Cargo.lock lies beside the workspace's Cargo.toml");
    let mut code = String::from("const LOCKED: &[(&str, &str)] = &[\n");
    for (name, version) in direct_dependencies(&lock) {
        writeln!(code, "    ({name:?}, {version:?}),").expect("a String takes every write");
    }
    code.push_str("];\n");
    fs::write(Path::new(&out).join("locked.rs"), code).expect("OUT_DIR is writable");

    println!("cargo::rustc-env=BUILD_RUSTC={}", rustc_version());
    println!("cargo::rustc-env=BUILD_PROFILE={}", profile(Path::new(&out)));
    println!("cargo::rustc-env=BUILD_FEATURES={}", features());
}

/// The profile's own name: `PROFILE` knows `release` and `debug` alone, and `OUT_DIR` is `…/<profile>/build/<package>/out`.
fn profile(out: &Path) -> String {
    let folder =
        out.ancestors().nth(3).and_then(Path::file_name).expect("cargo lays OUT_DIR below the profile's folder");
    folder.to_string_lossy().into_owned()
}

/// Name and version of each package that one of this workspace depends on itself.
fn direct_dependencies(lock: &str) -> BTreeMap<String, String> {
    let field = |package: &str, key: &str| {
        package.lines().find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(" = ")?.trim_matches('"').to_owned()))
    };
    let packages: Vec<_> = lock.split("[[package]]").skip(1).collect();
    let version_of = |entry: &str| {
        let package = packages.iter().find(|package| field(package, "name").as_deref() == Some(entry))?;
        Some((entry.to_owned(), field(package, "version")?))
    };
    let split = |entry: &str| entry.split_once(' ').map(|(name, version)| (name.to_owned(), version.to_owned()));
    let mut direct = BTreeMap::new();
    // The workspace's own packages come from nowhere else.
    for package in packages.iter().filter(|package| field(package, "source").is_none()) {
        let dependencies = package.split("dependencies = [").nth(1).unwrap_or_default();
        // A dependency is `"name"`, or `"name version"` where the lock file holds several versions of it.
        let named = dependencies.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
        for (name, version) in named.filter_map(|entry| split(entry).or_else(|| version_of(entry))) {
            let other = direct.insert(name.clone(), version.clone()).filter(|other| *other != version);
            assert!(other.is_none(), "the rooms link two versions of {name}: take both from [workspace.dependencies]");
        }
    }
    direct
}

/// `rustc 1.95.0 (59807616e 2026-04-14)`
fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler that builds this runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The features that are on, by comma; `none` where none is. The program forwards each of its own to this package.
fn features() -> String {
    let names = env::vars().filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase()));
    let mut names: Vec<_> = names.map(|name| name.replace('_', "-")).collect();
    names.sort();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}
