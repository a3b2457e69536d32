//! Runs steps in parallel, as far as cores and dependencies allow.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::run::{Ended, Runner, Verdict};
use super::steps::Step;

/// A finished step with its result and duration.
pub(super) struct Record {
    pub(super) step: &'static Step,
    pub(super) ended: Ended,
    pub(super) elapsed: Duration,
}

/// Runs steps in order: each as soon as the steps that it depends on have passed, and never two
/// that build.
///
/// # Errors
/// Returns an error if a program cannot be started.
pub(super) fn run(steps: &[&'static Step], runner: &Runner) -> Result<Vec<Record>> {
    // Steps also wait: for the network, for other processes, for times in tests. One more step than
    // there are cores uses that.
    let slots = 1 + thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        let mut schedule = Schedule {
            waiting: steps.to_vec(),
            running: Vec::new(),
            records: Vec::new(),
        };
        let (sender, done) = mpsc::channel();
        while !schedule.waiting.is_empty() || !schedule.running.is_empty() {
            while schedule.running.len() < slots
                && let Some(step) = schedule.next()
            {
                start(scope, step, runner, sender.clone());
                schedule.running.push(step);
            }
            if schedule.running.is_empty() {
                continue;
            }
            schedule.finish(&done)?;
        }
        Ok(schedule.records)
    })
}

type Sent = (&'static Step, Duration, Result<Ended>);

fn start<'s>(
    scope: &'s Scope<'s, '_>,
    step: &'static Step,
    runner: &'s Runner,
    sender: mpsc::Sender<Sent>,
) {
    anstream::println!("-- {} …", step.name);
    scope.spawn(move || {
        let started = Instant::now();
        let ended = runner.run(step);
        // The receiver lives as long as steps run.
        let _ = sender.send((step, started.elapsed(), ended));
    });
}

struct Schedule {
    waiting: Vec<&'static Step>,
    running: Vec<&'static Step>,
    records: Vec<Record>,
}

impl Schedule {
    /// Returns the next step that can run now. Steps whose dependencies have failed are recorded.
    fn next(&mut self) -> Option<&'static Step> {
        let verdicts: HashMap<&str, Verdict> = self
            .records
            .iter()
            .map(|record| (record.step.name, record.ended.verdict))
            .collect();
        let mut at = 0;
        while let Some(step) = self.waiting.get(at).copied() {
            let before = step.all_before();
            let broken = before.iter().find(|name| {
                let verdict = verdicts.get(**name);
                verdict.is_some_and(|verdict| *verdict != Verdict::Passed)
            });
            if let Some(name) = broken {
                self.waiting.remove(at);
                let ended = Ended::not_run(&format!("it needs \"{name}\""), verdicts[name]);
                self.record(step, Duration::ZERO, ended);
                continue;
            }
            let is_pending = |name: &&str| {
                let mut others = self.waiting.iter().chain(&self.running);
                others.any(|other| other.name == *name)
            };
            let is_taken = step.builds() && self.running.iter().any(|other| other.builds());
            if !is_taken && !before.iter().any(is_pending) {
                return Some(self.waiting.remove(at));
            }
            at += 1;
        }
        None
    }

    fn finish(&mut self, done: &Receiver<Sent>) -> Result<()> {
        // A step is running, so one will end.
        let Ok((step, elapsed, ended)) = done.recv() else {
            return Ok(());
        };
        self.running.retain(|other| other.name != step.name);
        self.record(step, elapsed, ended?);
        Ok(())
    }

    fn record(&mut self, step: &'static Step, elapsed: Duration, ended: Ended) {
        ended.print(step.name, elapsed);
        self.records.push(Record {
            step,
            ended,
            elapsed,
        });
    }
}
