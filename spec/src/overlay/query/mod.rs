//! `JSONPath` (RFC 9535) over trees with places, within a budget.
//!
//! Every value is visited once for each segment, no matter how many paths lead to it.

mod comparison;
mod filter;
mod logic;
mod reader;
mod run;
mod scan;

pub(super) use self::reader::read;
pub(super) use self::run::{Selection, select};

use crate::document::Node;

/// A query.
#[derive(Debug)]
pub(super) struct Query {
    /// Whether it starts at the root (`$`) instead of the current value (`@`).
    absolute: bool,
    segments: Vec<Segment>,
}

/// One step of a query (§2.5).
#[derive(Debug)]
struct Segment {
    /// Whether it also applies to all descendants (`..`).
    descendant: bool,
    selectors: Vec<Selector>,
}

/// Selects children of a value (§2.3).
#[derive(Debug)]
enum Selector {
    Name(String),
    Wildcard,
    Index(i64),
    Slice {
        start: Option<i64>,
        end: Option<i64>,
        step: i64,
    },
    Filter(Test),
}

/// A logical expression (§2.3.5).
#[derive(Debug)]
enum Test {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Exists(Query),
    Compare(Operand, Sign, Operand),
    Function(Function),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// An operand of a comparison.
#[derive(Debug)]
enum Operand {
    Literal(Node),
    Query(Query),
    Function(Box<Function>),
}

/// The functions of §2.4.
#[derive(Debug)]
enum Function {
    Length(Operand),
    Count(Query),
    Value(Query),
    /// `match` and `search`; the flag says whether the complete text must match.
    Matches {
        text: Operand,
        pattern: Operand,
        whole: bool,
    },
}
