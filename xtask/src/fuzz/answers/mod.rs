//! The target `answers`: a server answers calls of the generated clients with hostile answers, which
//! are drawn from a seed and the number of the call.
//!
//! Each call ends within a bound, with a value or an error that the client documents, and in bounded
//! memory. No secret is sent to another origin or repeated in an error, and no request is repeated
//! more often than the retry policy allows.

mod calls;
mod driver;
mod must;

use std::process::ExitCode;

use anyhow::{Result, bail};

use self::calls::Run;
use super::{Arguments, Folders, kept};
use crate::clients::Program;
use crate::corpus::languages::Tools;
use crate::project;

const PROGRAM: Program = Program {
    name: "answers",
    class: "Answers",
    arguments: &[],
    // Without a limit the heap grows before it is collected.
    node: &["--max-old-space-size=256"],
    java: &["-Xmx256m"],
};

/// Runs the target.
///
/// # Errors
/// Returns an error if a program cannot be built.
pub(super) fn run(arguments: &Arguments, folders: &Folders) -> Result<ExitCode> {
    let folder = project::scratch("fuzz/answers")?;
    let tools = Tools::new();
    let clients = Program::clients(&arguments.language, &tools);
    Program::generate(&folder, &clients)?;
    if clients.iter().any(|client| client.target.name() == "rust") {
        PROGRAM.build()?;
    }
    let seed = arguments.seed();
    let cases = if arguments.replay.is_empty() {
        kept::read(&kept::files(&folders.kept)?)?
    } else {
        kept::read(&arguments.replay)?
    };
    let mut runs = Vec::new();
    for client in clients {
        runs.push(Run::new(client, &folder, &tools, &folders.faults, seed)?);
    }
    let reports = std::thread::scope(|scope| {
        let threads: Vec<_> = runs
            .into_iter()
            .map(|mut run| {
                let cases = &cases;
                scope.spawn(move || run.all(cases, arguments))
            })
            .collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.collect::<Vec<_>>()
    });
    let mut is_good = true;
    for report in reports {
        let Ok(report) = report else {
            bail!("a thread has panicked");
        };
        let (text, good) = report?;
        anstream::println!("{text}");
        is_good &= good;
    }
    Ok(ExitCode::from(u8::from(!is_good)))
}
