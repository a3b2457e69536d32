//! The target `deployments`: the harness checks a deployment that lies. A true one answers (the sandbox,
//! or the mock of a description), and some of its answers are changed on their way.
//!
//! Each run ends in time and in bounded memory, with a documented exit code and whole reports. No
//! secret is sent to another origin or shown, and nothing that the deployment sends is interpreted
//! by a terminal, a browser or a reader of reports.

mod must;
mod run;
mod truth;
mod xml;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use hostile::answers::deployment::Case;

use self::run::Run;
use super::{Arguments, Folders, kept};
use crate::programs::{self, CONFORMANCE, MOCK, SANDBOX};

/// Runs the target.
///
/// # Errors
/// Returns an error if a program cannot be built or started.
pub(super) fn run(arguments: &Arguments, folders: &Folders) -> Result<ExitCode> {
    programs::build(&[CONFORMANCE, MOCK, SANDBOX])?;
    let seed = arguments.seed();
    let is_replay = !arguments.replay.is_empty();
    let cases = if is_replay {
        kept::read(&arguments.replay)?
    } else {
        kept::read(&kept::files(&folders.kept)?)?
    };
    let start = Instant::now();
    let mut run = Run::new(&folders.faults, seed)?;
    for (name, case) in cases {
        run.one(&name, &case)?;
    }
    let time = Duration::from_secs(arguments.minutes * 60);
    let first = arguments.first;
    let most = arguments.calls.unwrap_or(u64::MAX);
    let most = if is_replay { 0 } else { most };
    for number in first..first.saturating_add(most) {
        if arguments.calls.is_none() && start.elapsed() > time {
            break;
        }
        let case = Case::draw(&truth::NAMES, seed, number);
        run.one(&format!("run {number}"), &case)?;
    }
    let (text, is_good) = run.report(start.elapsed());
    anstream::println!("{text}");
    Ok(ExitCode::from(u8::from(!is_good)))
}
