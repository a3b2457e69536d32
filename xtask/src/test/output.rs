//! What a step prints, for as long as it can run.

use std::io::{BufRead as _, BufReader, PipeReader};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::count::Count;
use super::reap::{self, End};

/// How often a program that prints nothing is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long output is read after its program has ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// The output of a program that has ended or was stopped.
pub(super) struct Output {
    pub(super) said: String,
    /// The tests in its closing lines.
    pub(super) count: Count,
    /// Whether it succeeded, within its time.
    pub(super) succeeded: bool,
    pub(super) cpu: Duration,
}

/// Reads what a program prints until it has ended. Stops it at its deadline.
///
/// # Errors
/// Returns an error if its output cannot be read, or its end not be waited for.
pub(super) fn read(mut child: Child, output: PipeReader, deadline: Instant) -> Result<Output> {
    let lines = lines(output);
    let mut all = Output {
        said: String::new(),
        count: Count::default(),
        succeeded: false,
        cpu: Duration::ZERO,
    };
    let mut ended: Option<(End, Instant)> = None;
    let End { status, cpu } = loop {
        match lines.recv_timeout(LOOK) {
            Ok(line) => {
                all.add(&line.context("failed to read what the step prints")?);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => match ended {
                Some((end, _)) => break end,
                None => break reap::wait(&mut child)?,
            },
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some((end, since)) = ended {
            // A browser's helpers can outlive it, and keep its output open.
            if since.elapsed() > PATIENCE {
                all.add("the step has ended; a program that it started still runs");
                break end;
            }
        } else if let Some(end) = reap::try_wait(&mut child)? {
            ended = Some((end, Instant::now()));
        } else if Instant::now() > deadline {
            child.kill().context("failed to stop the step")?;
            all.add("stopped at its time limit");
            break reap::wait(&mut child)?;
        }
    };
    all.succeeded = status.success();
    all.cpu = cpu;
    Ok(all)
}

impl Output {
    fn add(&mut self, line: &str) {
        self.count.add(line);
        self.said.push_str(line);
        self.said.push('\n');
    }
}

/// Returns the lines of an output as they are printed.
fn lines(output: PipeReader) -> Receiver<std::io::Result<String>> {
    let (sender, receiver) = mpsc::channel();
    // It ends with the output, or when the receiver is dropped.
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map(|line| String::from_utf8_lossy(&line).into_owned());
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use std::io::pipe;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Output, read};

    fn run(script: &str, limit: Duration) -> Output {
        let (output, writer) = pipe().expect("a pipe");
        let child = Command::new("sh")
            .args(["-c", script])
            .stdout(writer)
            .spawn()
            .expect("it starts");
        read(child, output, Instant::now() + limit).expect("its output")
    }

    #[test]
    fn output_is_read_and_counted_until_a_program_ends() {
        let long = Duration::from_mins(10);
        let passed = run("echo '# pass 3'", long);
        assert_eq!(
            (passed.said.as_str(), passed.count.passed),
            ("# pass 3\n", 3)
        );
        assert!(passed.succeeded);
        assert!(!run("exit 3", long).succeeded);
    }

    #[test]
    fn a_program_that_hangs_is_stopped_and_what_it_printed_is_kept() {
        let stopped = run("echo one; exec sleep 600", Duration::ZERO);
        assert_eq!(stopped.said, "one\nstopped at its time limit\n");
        assert!(!stopped.succeeded);
    }

    #[test]
    fn a_program_that_is_left_behind_is_not_waited_for() {
        let ended = run("sleep 60 & echo one", Duration::from_mins(10));
        assert_eq!(
            ended.said,
            "one\nthe step has ended; a program that it started still runs\n"
        );
        assert!(ended.succeeded);
    }
}
