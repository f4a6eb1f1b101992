//! Tells a program how the compiler was called that built it.
//!
//! Cargo.toml does not know: a profile's settings may come from the command line, from variables and from Cargo's configuration as well. The compiler's own
//! arguments are what is left of all of them, and only the crate that is linked, the program, has them all.

mod arguments;

use proc_macro::TokenStream;

/// An array of names and values, as `GET /engines` tells them: `[("opt_level", "3"), ("lto", "fat"), …]`.
///
/// Expand it in the program's own crate: Cargo compiles those below it with other arguments.
#[proc_macro]
pub fn compiler_flags(_: TokenStream) -> TokenStream {
    let told = arguments::told(&arguments::of_this_process());
    let pairs: Vec<_> = told.iter().map(|(name, value)| format!("({name:?}, {value:?})")).collect();
    format!("[{}]", pairs.join(", ")).parse().expect("pairs of string literals are an array")
}
