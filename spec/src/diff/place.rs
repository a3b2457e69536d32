//! Places in a description, and the direction in which values travel there.

use std::sync::Arc;

use serde::Serialize;

use crate::model::{Extensions, Operation};
use crate::source::Span;

/// A place that exists in both descriptions.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) operation: Option<Arc<Reached>>,
    pub(super) at: String,
    pub(super) way: Option<Way>,
    pub(super) status: Option<Arc<str>>,
}

/// An operation that a change affects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Reached {
    /// Its position in its description, by which operations are sorted.
    #[serde(skip)]
    pub(super) span: Option<Span>,
    /// The operationId, or the id that the reader made up.
    pub id: String,
    /// The method.
    pub method: String,
    /// The path template.
    pub path: String,
    /// Whether it is declared unstable.
    #[serde(skip)]
    pub(super) unstable: bool,
}

/// Returns whether something is declared as a draft or alpha version.
pub(super) fn is_unstable(extensions: &Extensions) -> bool {
    let names = ["x-stability", "x-stability-level"];
    let mut levels = names
        .iter()
        .filter_map(|name| extensions.get(*name)?.as_str());
    levels.any(|level| matches!(level, "draft" | "alpha"))
}

/// The maximum length of a place's name, in bytes: schemas can nest without limit.
const LONGEST: usize = 300;

impl Place {
    /// Creates a place outside of operations.
    pub(super) fn api(at: &str) -> Self {
        Self {
            operation: None,
            // OperationIds can have any length.
            at: if at.len() > LONGEST {
                cut(at)
            } else {
                at.to_owned()
            },
            way: None,
            status: None,
        }
    }

    pub(super) fn operation(operation: &Operation) -> Self {
        let reached = Reached {
            span: Some(operation.span),
            id: operation.id.clone(),
            method: operation.method.as_str().to_owned(),
            path: operation.path.clone(),
            unstable: is_unstable(&operation.extensions),
        };
        Self {
            operation: Some(Arc::new(reached)),
            ..Self::api(&operation.id)
        }
    }

    /// Returns a response of an operation.
    pub(super) fn response(&self, status: &str) -> Self {
        let mut place = self.part(&format!("response {status}"));
        place.status = Some(status.into());
        place
    }

    /// Returns a part of an operation.
    pub(super) fn part(&self, what: &str) -> Self {
        self.joined(' ', what)
    }

    /// Sets the direction in which values travel.
    pub(super) fn sent(mut self, way: Way) -> Self {
        self.way = Some(way);
        self
    }

    /// Returns the place of a property, or of items, in a value.
    pub(super) fn inside(&self, step: &str) -> Self {
        let slash = if self.at.contains(" /") { "/" } else { " /" };
        let mut place = self.clone();
        place.extend(slash, step);
        place
    }

    fn joined(&self, separator: char, what: &str) -> Self {
        let mut place = self.clone();
        place.extend(separator.encode_utf8(&mut [0; 4]), what);
        place
    }

    fn extend(&mut self, separator: &str, what: &str) {
        if self.at.len() + what.len() > LONGEST {
            self.at = cut(self.at.split(" …").next().unwrap_or_default());
        }
        let short = what.floor_char_boundary(LONGEST / 4);
        self.at.push_str(separator);
        self.at.push_str(&what[..short]);
    }
}

/// Returns a name that is too long without its end.
fn cut(name: &str) -> String {
    let kept = name.floor_char_boundary(LONGEST / 2);
    format!("{} …", &name[..kept])
}

/// The direction in which values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the API, which must not accept less than before.
    Request,
    /// From the API, which must not send more than before.
    Response,
}

impl Way {
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Request => Self::Response,
            Self::Response => Self::Request,
        }
    }
}

/// The kind of place that a value is at. It is part of the name of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Parameter,
    Body,
    Property,
    Header,
}

/// The direction in which a value travels, and the kind of its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Side {
    pub(super) way: Way,
    pub(super) part: Part,
}

impl Side {
    /// Returns the side of values inside this value.
    pub(super) const fn inside(self) -> Self {
        let part = match self.part {
            Part::Body | Part::Property => Part::Property,
            other => other,
        };
        Self { part, ..self }
    }
}
