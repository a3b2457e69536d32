//! The target `deployments`: the harness checks a deployment that lies. A true one answers (the sandbox,
//! or the mock of a description), and some of its answers are changed on their way.
//!
//! Each run ends in time and in bounded memory, with a documented exit code and whole reports. No
//! secret is sent to another origin or shown, and nothing that the deployment sends is interpreted
//! by a terminal, a browser or a reader of reports.

mod must;
mod run;
mod truth;

use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use hostile::answers::deployment::Case;

use self::run::Run;
use super::{Arguments, Folders, kept};
use crate::programs::{self, CONFORMANCE, MOCK, SANDBOX};

/// How many runs there are at once: most of their time they wait.
const AT_ONCE: usize = 4;

/// Runs the target.
///
/// # Errors
/// Returns an error if a program cannot be built or started.
pub(super) fn run(arguments: &Arguments, folders: &Folders) -> Result<ExitCode> {
    programs::build(&[CONFORMANCE, MOCK, SANDBOX])?;
    let seed = arguments.seed();
    let is_replay = !arguments.replay.is_empty();
    let kept = if is_replay {
        kept::read(&arguments.replay)?
    } else {
        kept::read(&kept::files(&folders.kept)?)?
    };
    let start = Instant::now();
    let time = Duration::from_secs(arguments.minutes * 60);
    let first = arguments.first;
    let most = arguments.calls.unwrap_or(u64::MAX);
    let most = if is_replay { 0 } else { most };
    let drawn = (first..first.saturating_add(most)).map(|number| {
        let case = Case::draw(&truth::NAMES, seed, number);
        (format!("run {number}"), case)
    });
    let in_time = |_: &(String, Case)| arguments.calls.is_some() || start.elapsed() < time;
    let cases = Mutex::new(kept.into_iter().chain(drawn.take_while(in_time)));
    let run = Mutex::new(Run::new(&folders.faults, seed));
    let work = || -> Result<()> {
        loop {
            let next = lock(&cases).next();
            let Some((shown, case)) = next else {
                return Ok(());
            };
            let played = run::play(&shown, &case)?;
            lock(&run).add(&shown, &case, played)?;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        let ends = joined.map(|end| end.unwrap_or_else(|_| bail!("a thread has panicked")));
        ends.collect::<Vec<_>>().into_iter().collect::<Result<()>>()
    })?;
    let (text, is_good) = lock(&run).report(start.elapsed());
    anstream::println!("{text}");
    Ok(ExitCode::from(u8::from(!is_good)))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
