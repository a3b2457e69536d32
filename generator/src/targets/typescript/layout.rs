//! The layout of prettier.

pub(super) use crate::code::doc::Doc;
use crate::code::doc::Style;

/// The style of prettier.
pub(super) static STYLE: Style = Style { width: 80, step: 2 };
