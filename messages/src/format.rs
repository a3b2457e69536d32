//! The flag `--message-format`.

/// How a program reports what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum MessageFormat {
    /// For people, with source lines and colours.
    #[default]
    Human,
    /// One JSON object per line; the last one is a summary.
    Json,
    /// Annotations of GitHub Actions (`::error file=…::…`).
    Github,
    /// One SARIF 2.1.0 log.
    Sarif,
}

impl MessageFormat {
    /// Returns whether standard output belongs to a machine, so that notes go to standard error.
    #[must_use]
    pub const fn is_machine(self) -> bool {
        !matches!(self, Self::Human)
    }
}
