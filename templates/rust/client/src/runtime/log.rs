//! The log of attempts.

use std::fmt;
use std::str::FromStr;

use super::attempt::Attempt;
use super::message::request_id;
use super::middleware::{AttemptFuture, AttemptResponse, Middleware, Next};

/// The level of a line in the log, from the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// An attempt begins.
    Debug,
    /// A response arrived.
    Info,
    /// There is no response, or its status is 400 or above.
    Warn,
}

impl LogLevel {
    /// Returns the name: `debug`, `info` or `warn`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
        }
    }
}

impl FromStr for LogLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let levels = [Self::Debug, Self::Info, Self::Warn];
        let mut levels = levels.into_iter();
        levels
            .find(|level| level.as_str() == text)
            .ok_or(UnknownLevel)
    }
}

/// An error returned for the name of an unknown level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `debug`, `info` or `warn`")
    }
}

impl std::error::Error for UnknownLevel {}

/// A middleware that writes a line for each attempt: operation, method, path template, status and
/// duration. It shows no value of a parameter, no body and no credential.
pub struct LogAttempts<W> {
    lowest: LogLevel,
    write: W,
}

impl LogAttempts<fn(LogLevel, &str)> {
    /// Writes the lines from a level to the standard error stream.
    #[must_use]
    pub fn to_stderr(lowest: LogLevel) -> Self {
        Self::new(lowest, |_, line| eprintln!("{line}"))
    }
}

impl<W: Fn(LogLevel, &str)> LogAttempts<W> {
    /// Passes the lines from a level to a function, such as one that calls a logging library.
    pub const fn new(lowest: LogLevel, write: W) -> Self {
        Self { lowest, write }
    }

    fn log(&self, level: LogLevel, line: &str) {
        if level >= self.lowest {
            (self.write)(level, line);
        }
    }
}

impl<W> fmt::Debug for LogAttempts<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogAttempts")
            .field("lowest", &self.lowest)
            .finish_non_exhaustive()
    }
}

impl<W: Fn(LogLevel, &str) + Send + Sync> Middleware for LogAttempts<W> {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        let shown = format!(
            "{}: {} {} attempt {}",
            attempt.operation(),
            attempt.method(),
            attempt.path_template(),
            attempt.number(),
        );
        self.log(LogLevel::Debug, &shown);
        Box::pin(async move {
            let ended = next.run(attempt).await;
            let time = attempt.elapsed().as_millis();
            match &ended {
                Ok(response) => {
                    let level = if response.status() < 400 {
                        LogLevel::Info
                    } else {
                        LogLevel::Warn
                    };
                    let (status, id) = (response.status(), id_of(response));
                    self.log(level, &format!("{shown}: {status} after {time} ms{id}"));
                }
                Err(error) => {
                    let kind = error.kind().shown();
                    let kind = kind.map(|kind| format!(" ({kind})")).unwrap_or_default();
                    self.log(
                        LogLevel::Warn,
                        &format!("{shown}: failed{kind} after {time} ms"),
                    );
                }
            }
            ended
        })
    }
}

fn id_of(response: &AttemptResponse) -> String {
    let id = request_id(response.headers(), &[]);
    id.map(|id| format!(" (request {id})")).unwrap_or_default()
}
