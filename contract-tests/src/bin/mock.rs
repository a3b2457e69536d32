//! `mock`: serves responses that a description allows.

use std::process::ExitCode;

/// The program makes many small allocations, as the harness does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    conformance_mock::main()
}
