//! `cargo xtask …`: the commands of this project.

mod bench;
mod clients;
mod conformance;
mod corpus;
mod cpu;
mod demo;
mod diff;
mod diff_truth;
mod explain;
mod fuzz;
mod image;
mod large;
mod mock;
mod mutants;
mod package;
mod pattern;
mod pictures;
mod programs;
mod project;
mod reference;
mod sandbox;
mod schemas;
mod schemathesis;
mod sdks;
mod site;
mod test;
mod watch;
mod zoo;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use specwright::{generate, inspect, scaffold};

/// Half of the work is small allocations, with which glibc becomes slower over time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Generates code from the OpenAPI description of the service, and checks deployments against it.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    disable_version_flag = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
                  cargo xtask codegen            write generated/ from spec/openapi.yaml\n  \
                  cargo xtask codegen --check    say whether generated/ is current\n  \
                  cargo xtask scaffold --impl F  add what an implementation lacks\n  \
                  cargo xtask conformance        check a deployment, or else the sandbox\n  \
                  cargo xtask sandbox            run the service on this machine\n  \
                  cargo xtask test               run the tests that CI runs"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: specwright::Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate code from a description.
    Codegen(generate::Arguments),
    /// Add a method for each operation that an implementation of the server traits lacks.
    Scaffold(scaffold::Arguments),
    /// Show the result of a stage of the generator.
    Inspect(inspect::Arguments),
    /// Compare two descriptions, and say what breaks.
    Diff(specwright::diff::Arguments),
    /// Check the rules of `diff` against sample values.
    DiffTruth(diff_truth::Arguments),
    /// Explain an id that a message or a report names.
    Explain(explain::Arguments),
    /// Write the reference (`docs/reference/`) and the JSON Schemas (`docs/schemas/`).
    Reference(reference::Arguments),
    /// Build the documents as a static site that needs no network.
    Site(site::Arguments),
    /// Take the screenshots in `docs/images/`, with Chromium.
    Pictures(pictures::Arguments),
    /// Go from a fresh clone to a verdict: generate, start the sandbox, check it, write the report.
    Demo(demo::Arguments),
    /// Generate everything from many real descriptions, and compile it.
    Corpus(corpus::Arguments),
    /// Generate from one document of `corpus`, which starts these.
    #[command(hide = true)]
    CorpusSingle(corpus::Single),
    /// Let every generated client call every operation of the showcase, against its server and its mock.
    Showcase(corpus::showcase::Arguments),
    /// Show what users of the SDKs see of a call that fails, in every language.
    Sdks(sdks::Arguments),
    /// Send and receive a large file with every generated client, and measure their memory.
    LargeBodies(large::Arguments),
    /// Check a live deployment against the description; without an address, check the sandbox.
    Conformance(conformance::Arguments),
    /// Check faulty deployments with the harness, and report how many faults it finds.
    Mutants(mutants::Arguments),
    /// Check real third-party servers, in comparison with Schemathesis.
    Zoo(zoo::Arguments),
    /// Give the generator random descriptions, and check that it survives them.
    Fuzz(fuzz::Arguments),
    /// Serve responses that a description allows, generated from its schemas.
    Mock(mock::Arguments),
    /// Run the whole service on this machine, to build against and to break.
    Sandbox(sandbox::Arguments),
    /// Put the programs into an archive that works without a clone.
    Package(package::Arguments),
    /// Build the container image, and try its programs.
    Image(image::Arguments),
    /// Run the tests that CI runs.
    Test(test::Arguments),
    /// Measure the generator, the sandbox or the harness.
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    let outcome = match cli.command {
        Command::Codegen(arguments) => generate::run(&arguments, &project::home()),
        Command::Scaffold(arguments) => scaffold::run(&arguments, &project::home()),
        Command::Inspect(arguments) => inspect::run(&arguments, &project::home()),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::DiffTruth(arguments) => diff_truth::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Reference(arguments) => reference::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Pictures(arguments) => pictures::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::CorpusSingle(single) => corpus::run_single(&single),
        Command::Showcase(arguments) => corpus::showcase::run(&arguments),
        Command::Sdks(arguments) => sdks::run(&arguments),
        Command::LargeBodies(arguments) => large::run(&arguments),
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Zoo(arguments) => zoo::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Mock(arguments) => mock::run(&arguments),
        Command::Sandbox(arguments) => sandbox::run(&arguments),
        Command::Package(arguments) => package::run(&arguments),
        Command::Image(arguments) => image::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        let error = format!("{error:#}");
        anstream::eprintln!("error: {}", messages::text::lines(&error));
        ExitCode::from(2)
    })
}
