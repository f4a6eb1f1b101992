//! The macro in a program that the compiler really builds, by arguments that no Cargo.toml knows of.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const PROGRAM: &str = "fn main() { print!(\"{:?}\", rust_server_flags::compiler_flags!()) }";

/// Runs the compiler in a folder.
fn compile(folder: &Path, arguments: &[&str]) {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled =
        Command::new(rustc).current_dir(folder).args(["--edition", "2024"]).args(arguments).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

#[test]
fn a_program_tells_by_which_arguments_it_was_compiled() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
    fs::create_dir_all(&folder).unwrap();
    let library = format!("{}/src/lib.rs", env::var("CARGO_MANIFEST_DIR").unwrap());
    compile(
        &folder,
        &["--crate-type", "proc-macro", "--crate-name", "rust_server_flags", "--extern", "proc_macro", &library],
    );
    fs::write(folder.join("program.rs"), PROGRAM).unwrap();
    fs::write(folder.join("arguments"), "-C\ncodegen-units=3\n").unwrap();
    let told = |arguments: &[&str]| {
        compile(&folder, &[&["program.rs", "-L", ".", "--extern", "rust_server_flags"], arguments].concat());
        let output = Command::new(folder.join("program")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let expected = |opt_level, lto, units, cpu| {
        format!(
            "{:?}",
            [("opt_level", opt_level), ("lto", lto), ("codegen_units", units), ("target_cpu", cpu), ("pgo", "off")]
        )
    };
    assert_eq!(told(&[]), expected("0", "off", "16", "generic"));
    assert_eq!(told(&["-C", "lto=thin", "-C", "codegen-units=7"]), expected("0", "thin", "7", "generic"));
    assert_eq!(told(&["-O", "-Ctarget-cpu=native", "@arguments"]), expected("3", "thin-local", "3", "native"));
}
