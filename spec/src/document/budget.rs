//! What a description may cost.

/// What a description may cost at most. Real ones stay far below; bombs do not.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Bytes of all files together.
    pub bytes: usize,
    /// How many files.
    pub files: usize,
    /// Values of all files together, copies by aliases included.
    pub nodes: usize,
    /// Values that are copies by aliases: a few bytes of text can ask for any number of them.
    pub copies: usize,
    /// How deep values nest.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            files: 10_000,
            nodes: 2_000_000,
            copies: 500_000,
            depth: 128,
        }
    }
}
