//! The delimiters of parameter styles (OAS 3.0.3 §4.7.12.3).

use super::{Location, Parameter, Style};

/// The delimiters of a style, in the terms of RFC 6570 §3.2.1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Written before the first item.
    pub(super) first: &'static str,
    /// Written between items that are separate (`explode`).
    pub(super) apart: &'static str,
    /// Written between the items of one value.
    pub(super) within: &'static str,
    /// Whether values are written as `name=value`.
    pub(super) named: bool,
    /// Whether `=` is left out before an empty value.
    pub(super) bare: bool,
}

impl Layout {
    /// Returns the layout of a parameter. A style that the location does not allow counts as its
    /// default style.
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
            // The whole query (OAS 3.2.0 §4.12.2).
            (Location::Query, Style::Simple) => Self::new("", "&", ",", false),
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
