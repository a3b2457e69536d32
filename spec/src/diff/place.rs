//! Places, and in which direction values travel there.

use std::rc::Rc;

use serde::Serialize;

/// A place that is common to both descriptions.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) operation: Option<Rc<str>>,
    pub(super) at: String,
    pub(super) way: Option<Way>,
}

/// How long the name of a place becomes, in bytes: descriptions can nest without end.
const LONGEST: usize = 300;

impl Place {
    /// A place outside of operations.
    pub(super) fn api(at: &str) -> Self {
        Self {
            operation: None,
            at: at.to_owned(),
            way: None,
        }
    }

    pub(super) fn operation(id: &str) -> Self {
        Self {
            operation: Some(id.into()),
            at: id.to_owned(),
            way: None,
        }
    }

    /// A part of an operation.
    pub(super) fn part(&self, what: &str) -> Self {
        self.joined(' ', what)
    }

    /// The same place, with values that travel `way`.
    pub(super) fn sent(mut self, way: Way) -> Self {
        self.way = Some(way);
        self
    }

    /// What is inside of a value.
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
            self.at = self.at.split(" …").next().unwrap_or_default().to_owned();
            let kept = self.at.floor_char_boundary(LONGEST / 2);
            self.at.truncate(kept);
            self.at.push_str(" …");
        }
        let short = what.floor_char_boundary(LONGEST / 4);
        self.at.push_str(separator);
        self.at.push_str(&what[..short]);
    }
}

/// Which way values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the API: it may only accept more.
    Request,
    /// From the API: it may only send less.
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

/// What kind of value it is, which gives rules their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Parameter,
    Body,
    Property,
    Header,
}

/// Which way a value travels, and as what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Side {
    pub(super) way: Way,
    pub(super) part: Part,
}

impl Side {
    /// The side of what is inside the value.
    pub(super) const fn inside(self) -> Self {
        let part = match self.part {
            Part::Body | Part::Property => Part::Property,
            other => other,
        };
        Self { part, ..self }
    }
}
