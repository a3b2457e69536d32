//! Says which findings are tests now, and which are not.

use super::arguments::Judge;
use crate::emit::{LIBRARIES, Tests, Written};

/// Prints what `--emit-tests` has written. What is not emitted is always said.
pub(super) fn print(tests: &Tests, written: &Written, arguments: &Judge) {
    let folder = arguments
        .emit_tests
        .as_deref()
        .unwrap_or_else(|| "".as_ref());
    let (count, left_out) = (tests.files.len(), tests.left_out.len());
    anstream::println!(
        "{count} of {} findings are tests in {}",
        count + left_out,
        folder.display()
    );
    for one in &tests.left_out {
        anstream::println!("  no test: {} ({}): {}", one.check, one.title, one.why);
    }
    for path in &written.kept {
        anstream::println!("  kept, because it was edited: {}", path.display());
    }
    if count > 0 && !arguments.quiet {
        anstream::println!("\nThe tests need these libraries:\n\n[dev-dependencies]\n{LIBRARIES}");
    }
}
