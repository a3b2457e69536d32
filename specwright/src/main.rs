//! `specwright`: the generator as a program that needs no clone of the project.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use specwright::{Description, Home, Text, diff, explain, generate, inspect, scaffold};

/// Half of the work is small allocations, with which glibc becomes slower over time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The description of the Cloud Marketplace Automation Service.
const SERVICE: Text = Text {
    name: "openapi.yaml",
    text: include_str!("../../spec/openapi.yaml"),
    config: include_str!("../../spec/codegen.yaml"),
};

/// Generates SDKs, server stubs and MCP tools from an OpenAPI description.
#[derive(Debug, Parser)]
#[command(
    name = "specwright",
    version,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
                  specwright generate --spec openapi.yaml --out generated\n  \
                  specwright check --spec openapi.yaml --out generated\n  \
                  specwright diff git:HEAD:openapi.yaml openapi.yaml\n  \
                  specwright explain unresolved-reference\n  \
                  specwright inspect --spec openapi.yaml --operation listOffers\n  \
                  specwright scaffold --spec openapi.yaml --impl src/offers.rs"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colors.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: specwright::Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate code from a description.
    Generate(generate::Arguments),
    /// Check that generated code is current; write nothing.
    Check(generate::Arguments),
    /// Compare two descriptions and report what breaks.
    Diff(diff::Arguments),
    /// Explain a code or a rule that a message names.
    Explain(explain::Arguments),
    /// Show what a stage of the generator makes of a description.
    Inspect(inspect::Arguments),
    /// Add a method for each operation that an implementation lacks.
    Scaffold(scaffold::Arguments),
}

fn main() -> ExitCode {
    let cli: Cli = messages::terminal::parse();
    cli.color.apply();
    let home = Home {
        command: "specwright",
        generate: "generate",
        description: Description::BuiltIn(SERVICE),
        output: PathBuf::from("generated"),
        overwrites_edited: false,
    };
    let outcome = match cli.command {
        Command::Generate(arguments) => generate::run(&arguments, &home),
        Command::Check(arguments) => generate::run(&arguments.checked(), &home),
        Command::Diff(arguments) => diff::run(&arguments, &home),
        Command::Explain(arguments) => explain::run(&arguments, &home),
        Command::Inspect(arguments) => inspect::run(&arguments, &home),
        Command::Scaffold(arguments) => scaffold::run(&arguments, &home),
    };
    outcome.unwrap_or_else(|error| {
        messages::terminal::note(format_args!("error: {error:#}"));
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn manuals_are_current() {
        manuals::assert_current(&super::Cli::command());
    }
}
