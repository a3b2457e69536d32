//! `conformance`: checks a live deployment against the description of its API.

use std::process::ExitCode;

/// Recording and checking make many small allocations, with which glibc becomes slower over time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    conformance::cli::main()
}
