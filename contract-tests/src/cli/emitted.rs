//! Reports which findings have become tests, and which have not.

use messages::terminal::note;

use super::arguments::CheckArguments;
use crate::emit::{LIBRARIES, Tests, Written};

/// Prints what `--emit-tests` has written, and every finding that it could not express, to standard
/// error, since standard output may be for machines.
pub(super) fn print(tests: &Tests, written: &Written, arguments: &CheckArguments) {
    let folder = arguments
        .emit_tests
        .as_deref()
        .unwrap_or_else(|| "".as_ref());
    let (count, left_out) = (tests.files.len(), tests.left_out.len());
    note(format_args!(
        "wrote tests for {count} of {} findings to {}",
        count + left_out,
        folder.display()
    ));
    for one in &tests.left_out {
        note(format_args!(
            "  no test: {} ({}): {}",
            one.check, one.title, one.why
        ));
    }
    for path in &written.kept {
        note(format_args!(
            "  kept, because it was edited: {}",
            path.display()
        ));
    }
    if count > 0 && !arguments.quiet {
        note(format_args!(
            "\nThe tests need these libraries:\n\n[dev-dependencies]\n{LIBRARIES}"
        ));
    }
}
