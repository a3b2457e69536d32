//! Live progress on a terminal; nothing elsewhere.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::run::{Event, Watcher};
use crate::session::Session;

/// A bar that says what is being done.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::no_length();
        if quiet || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Self { bar }
    }
}

impl Watcher for Progress {
    fn watch(&self, session: &Session, event: Event) {
        match event {
            Event::PhaseStarted { name, steps } => {
                self.bar.set_position(0);
                match steps {
                    Some(steps) => self.bar.set_length(steps as u64),
                    None => self.bar.unset_length(),
                }
                let template = "{prefix:>8} {bar:30} {pos}/{len} {msg}";
                if let Ok(style) = ProgressStyle::with_template(template) {
                    self.bar.set_style(style);
                }
                self.bar.set_prefix(name);
                if name == "clean up" {
                    self.bar.finish_and_clear();
                }
            }
            Event::StepFinished { name } => {
                self.bar.inc(1);
                let (requests, findings) = {
                    let gathered = session.gathered.lock();
                    (gathered.requests, gathered.findings.len())
                };
                self.bar
                    .set_message(format!("{requests} requests, {findings} findings, {name}"));
            }
        }
    }
}
