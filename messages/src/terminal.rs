//! Prints texts that may come from a description, a server or a command line: hidden characters are
//! escaped.

use std::fmt::Display;

use crate::text::{lines, shows};

/// Prints a text and a line break to standard output.
///
/// # Panics
/// Panics if standard output is closed, as `println!` does.
pub fn print(text: impl Display) {
    println!("{}", lines(&text.to_string()));
}

/// Prints a text and a line break to standard error.
///
/// # Panics
/// Panics if standard error is closed, as `eprintln!` does.
pub fn note(text: impl Display) {
    eprintln!("{}", lines(&text.to_string()));
}

/// Returns the parsed command line, or ends the program as [`refuse`] does.
#[must_use]
pub fn parse<C: clap::Parser>() -> C {
    C::try_parse().unwrap_or_else(|error| refuse(&error))
}

/// Reports an error in a command line, and ends the program. Such an error quotes arguments.
pub fn refuse(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    if shows(&plain) {
        error.exit();
    }
    // In colors, a sequence from an argument could not be distinguished from one of the library.
    note(plain.trim_end());
    std::process::exit(error.exit_code());
}
