//! `conformance`: checks a live deployment by the description of its API.

use std::process::ExitCode;

/// Recording and checking is many small allocations, and glibc slows down as they pile up.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    conformance::cli::main()
}
