//! Compiles the packages: several programs at a time, but each language only once, because its runs
//! share a folder.

use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

use super::languages::{Language, Place, Tools, Verdict};
use super::{Folders, Row};
use specwright::report::plural;

/// The remaining work by language, as indices of rows.
struct Queues {
    waiting: Vec<Vec<usize>>,
    busy: Vec<bool>,
}

impl Queues {
    /// Returns the next row and language: the longest queue of a language that is free.
    fn next_job(&mut self) -> Option<(usize, usize)> {
        let free = (0..self.waiting.len()).filter(|language| !self.busy[*language]);
        let language = free.max_by_key(|language| self.waiting[*language].len())?;
        let row = self.waiting[language].pop()?;
        self.busy[language] = true;
        Some((row, language))
    }

    fn is_done(&self) -> bool {
        self.waiting.iter().all(Vec::is_empty)
    }
}

/// The settings of all compilers.
pub(super) struct Compilers<'a> {
    pub(super) languages: &'a [&'static Language],
    pub(super) folders: &'a Folders,
    pub(super) limit: Duration,
    /// How many programs run at a time.
    pub(super) jobs: usize,
}

/// Compiles the packages of all rows, and records the verdicts.
///
/// # Errors
/// Returns an error if a compiler cannot be started.
pub(super) fn compile(compilers: &Compilers<'_>, rows: &mut [Row]) -> Result<()> {
    let tools = Tools::new();
    // The queue is taken from its end, which is reversed so that the table's order is kept.
    let all = |language: &Language| {
        let rows = rows.iter().enumerate().rev();
        rows.filter(|(_, row)| row.generated.has(language.target))
            .map(|(index, _)| index)
            .collect()
    };
    let queues = Queues {
        waiting: compilers
            .languages
            .iter()
            .map(|language| all(language))
            .collect(),
        busy: vec![false; compilers.languages.len()],
    };
    let (queues, changed) = (Mutex::new(queues), Condvar::new());
    let lock = || queues.lock().unwrap_or_else(PoisonError::into_inner);
    let shown: &[Row] = rows;
    let work = || -> Result<Vec<(usize, usize, Verdict)>> {
        let mut verdicts = Vec::new();
        loop {
            let mut state = lock();
            let (row, language) = loop {
                match state.next_job() {
                    Some(next) => break next,
                    None if state.is_done() => return Ok(verdicts),
                    None => state = changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(state);
            let verdict = one(
                compilers,
                &tools,
                &shown[row],
                compilers.languages[language],
            );
            let mut state = lock();
            state.busy[language] = false;
            if verdict.is_err() {
                // Do not wait for steps that will not run.
                state.waiting.iter_mut().for_each(Vec::clear);
            }
            changed.notify_all();
            verdicts.push((row, language, verdict?));
        }
    };
    let done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..compilers.jobs.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        workers
            .into_iter()
            .map(std::thread::ScopedJoinHandle::join)
            .collect()
    });
    for row in rows.iter_mut() {
        row.verdicts = vec![Verdict::NotGenerated; compilers.languages.len()];
    }
    for worker in done {
        let verdicts = worker.map_err(|_| anyhow::anyhow!("a worker has panicked"))??;
        for (row, language, verdict) in verdicts {
            rows[row].verdicts[language] = verdict;
        }
    }
    Ok(())
}

fn one(
    compilers: &Compilers<'_>,
    tools: &Tools,
    row: &Row,
    language: &Language,
) -> Result<Verdict> {
    let folder = compilers.folders.of(&row.document);
    let shared: &Path = &compilers.folders.shared();
    let place = Place {
        folder: &folder,
        shared,
        tools,
    };
    let verdict = language.compile(&place, compilers.limit)?;
    let (name, title) = (&row.document.name, language.title);
    match &verdict {
        Verdict::Compiles { seconds } => anstream::eprintln!("{name}: {title}: ok, {seconds:.1} s"),
        Verdict::Fails { errors, .. } => {
            anstream::eprintln!("{name}: {title}: {}", plural(*errors, "error"));
        }
        _ => anstream::eprintln!("{name}: {title}: not within the time limit"),
    }
    Ok(verdict)
}
