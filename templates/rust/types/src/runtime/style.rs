//! The `style` of a parameter (OAS 3.0.3 §4.7.12.3), as the delimiters that it uses.

use super::{Location, Parameter, Style};

/// The delimiters of a style, in the terms of RFC 6570 §3.2.1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Stands before everything.
    pub(super) first: &'static str,
    /// Stands between items that are written separately (`explode`).
    pub(super) apart: &'static str,
    /// Stands between items of one value.
    pub(super) within: &'static str,
    /// Whether values are written as `name=value`.
    pub(super) named: bool,
    /// Whether the `=` is left out before an empty value.
    pub(super) bare: bool,
}

impl Layout {
    /// A style that its place does not know counts as the default of the place.
    pub(super) const fn of(parameter: &Parameter) -> Self {
        match (parameter.location, parameter.style) {
            (Location::Path, Style::Label) => Self::new(".", ".", ",", false),
            (Location::Path, Style::Matrix) => Self {
                bare: true,
                ..Self::new(";", ";", ",", true)
            },
            (Location::Path | Location::Header, _) => Self::new("", ",", ",", false),
            (Location::Cookie, _) => Self::new("", ";", ",", true),
            (Location::Query, Style::SpaceDelimited) => Self::new("", "&", " ", true),
            (Location::Query, Style::PipeDelimited) => Self::new("", "&", "|", true),
            (Location::Query, _) => Self::new("", "&", ",", true),
        }
    }

    const fn new(
        first: &'static str,
        apart: &'static str,
        within: &'static str,
        named: bool,
    ) -> Self {
        Self {
            first,
            apart,
            within,
            named,
            bare: false,
        }
    }

    /// Returns the delimiter between the items of `parameter`.
    pub(super) const fn between(&self, parameter: &Parameter) -> &'static str {
        if parameter.explode {
            self.apart
        } else {
            self.within
        }
    }
}

/// Returns whether `parameter` is written as `name[property]=value`.
pub(super) const fn is_deep(parameter: &Parameter) -> bool {
    matches!(
        (parameter.location, parameter.style),
        (Location::Query, Style::DeepObject)
    )
}
