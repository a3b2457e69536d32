//! The units of the budget, and their limits.

macro_rules! units {
    ($($(#[doc = $doc:literal])+ $name:ident: $base:expr, $per_kibibyte:expr;)*) => {
        /// The counters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Unit {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Unit {
            /// Every unit, in the order of the enumeration.
            pub const ALL: [Self; [$($base),*].len()] = [$(Self::$name,)*];

            /// Returns how much any description may cost, and how much more for each KiB of its
            /// files.
            pub(super) const fn allowance(self) -> Allowance {
                match self {
                    $(Self::$name => Allowance { base: $base, per_kibibyte: $per_kibibyte },)*
                }
            }
        }
    };
}

/// A limit that grows with the size of the description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    pub(super) base: u64,
    pub(super) per_kibibyte: u64,
}

units! {
    /// Bytes of all files that are read.
    Bytes: 64 << 20, 0;
    /// Files of the description.
    Files: 10_000, 0;
    /// Values of all files together, copies by aliases included.
    Nodes: 2_000_000, 0;
    /// Values that aliases repeat: a few bytes can demand any number of them.
    Aliased: 500_000, 0;
    /// Values that overlays add, counted for each place that a target selects.
    Overlaid: 500_000, 0;
    /// Operations, parameters, responses and media types, each time they are referred to.
    Items: 20_000, 256;
    /// Values of examples, defaults and extensions, each time they are referred to.
    Values: 2_000_000, 0;
    /// Bytes of text in the model, counted each time they are referred to.
    Text: 3 << 20, 2 << 10;
    /// Schemas that are created by merging `allOf`.
    MergedSchemas: 2_000, 20;
    /// Properties that are visited while merging `allOf`.
    MergedProperties: 10_000, 102;
    /// Values that are visited by the targets of overlays.
    Selected: 5_000_000, 5_000;
    /// Values that are compared or visited again.
    Steps: 1_000_000, 1_000;
    /// Bytes of generated files.
    Output: 50_000_000, 50 << 10;
}
