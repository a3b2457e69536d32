//! `mock`: serves answers that a description allows.

use std::process::ExitCode;

/// Many small allocations, as in the harness.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    conformance_mock::main()
}
