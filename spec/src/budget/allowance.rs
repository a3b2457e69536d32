//! A limit, which may grow with the size of the description.

/// How much a description may cost.
#[derive(Debug, Clone, Copy)]
pub(super) enum Allowance {
    /// The same for every description.
    Fixed(u64),
    /// A base, and so much more for each KiB of its files.
    Sum(u64, u64),
    /// A base, or so much for each KiB of its files if that is more.
    Larger(u64, u64),
}

impl Allowance {
    /// Returns what any description may cost.
    pub(super) const fn base(self) -> u64 {
        match self {
            Self::Fixed(base) | Self::Sum(base, _) | Self::Larger(base, _) => base,
        }
    }
}
