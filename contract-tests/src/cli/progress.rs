//! Live progress on a terminal.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use conformance_engine::event::Event;
use conformance_engine::session::{Observer, Session};

/// How often the line is redrawn: often enough to look alive, without flickering.
const PER_SECOND: u8 = 8;

/// The template for a part of the run with a known number of steps. `wide_msg` is cut at the width
/// of the terminal.
const COUNTED: &str = "{prefix:>11} {bar:24} {pos}/{len} {wide_msg}";

/// The template for any other part.
const OPEN: &str = "{prefix:>11} {spinner} {wide_msg}";

/// A line that shows what the run is doing.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::no_length();
        if quiet || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(PER_SECOND));
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self { bar }
    }

    fn begin(&self, name: &'static str, steps: Option<usize>) {
        let template = if steps.is_some() { COUNTED } else { OPEN };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.tick_chars("|/-\\ "));
        }
        match steps {
            Some(steps) => self.bar.set_length(steps as u64),
            None => self.bar.unset_length(),
        }
        self.bar.set_position(0);
        self.bar.set_message("");
        self.bar.set_prefix(name);
    }
}

impl Observer for Progress {
    fn observe(&self, session: &Session, event: &Event) {
        match event {
            Event::PhaseStarted { name, steps, .. } => self.begin(name, *steps),
            Event::StepFinished { name } => {
                let (requests, findings) = {
                    let state = session.state.lock();
                    (state.requests, state.findings.len())
                };
                let name = messages::text::line(name);
                let message = format!("requests: {requests}, findings: {findings}, {name}");
                self.bar.set_message(message);
                self.bar.inc(1);
            }
            Event::Ended => self.bar.finish_and_clear(),
            _ => {}
        }
    }
}
