//! When output has colours.

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal that shows them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Creates the choice for everything that the process prints.
    pub fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => anstream::ColorChoice::Always.write_global(),
            Self::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}
