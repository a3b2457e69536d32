//! The units of the budget, and their limits.

use super::allowance::Allowance::{self, Fixed, Larger, Sum};

macro_rules! units {
    ($($(#[doc = $doc:literal])+ $name:ident: $limit:expr;)*) => {
        /// The counters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Unit {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Unit {
            /// Every unit, in the order of the enumeration.
            pub const ALL: [Self; [$($limit),*].len()] = [$(Self::$name,)*];

            /// Returns how much a description may cost.
            pub(super) const fn allowance(self) -> Allowance {
                match self {
                    $(Self::$name => $limit,)*
                }
            }
        }
    };
}

units! {
    /// Bytes of all files that are read.
    Bytes: Fixed(64 << 20);
    /// Files of the description.
    Files: Fixed(10_000);
    /// Values of all files together, copies by aliases included.
    Nodes: Fixed(2_000_000);
    /// Values that aliases repeat: a few bytes can demand any number of them.
    Aliased: Fixed(500_000);
    /// Values that overlays add, counted for each place that a target selects.
    Overlaid: Fixed(500_000);
    /// Operations, parameters, responses and media types, each time they are referred to.
    Items: Sum(20_000, 256);
    /// Values of examples, defaults and extensions, each time they are referred to.
    Values: Fixed(2_000_000);
    /// Bytes of text in the model, counted each time they are referred to.
    Text: Sum(3 << 20, 2 << 10);
    /// Schemas that are created by merging `allOf`.
    MergedSchemas: Sum(2_000, 20);
    /// Properties that are visited while merging `allOf`.
    MergedProperties: Sum(10_000, 102);
    /// Values that are visited by the targets of overlays.
    Selected: Sum(5_000_000, 5_000);
    /// Values that are compared or visited again.
    Steps: Sum(1_000_000, 1_000);
    /// Bytes of generated files.
    Output: Larger(50_000_000, 50 << 10);
}
