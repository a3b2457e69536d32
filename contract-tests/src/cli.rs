//! The command line.
/// s
pub fn main() -> std::process::ExitCode { std::process::ExitCode::SUCCESS }
