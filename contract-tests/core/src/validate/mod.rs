//! Validates values against the schemas of the description.

mod array;
mod compile;
mod describe;
mod duration;
mod format;
mod internet;
mod number;
mod object;
mod observe;
mod residual;
mod same;
mod scalar;
mod text;
mod time;
mod union;
mod uri;
mod walk;

use spec::model::{Provenance, SchemaId};
use spec::{Api, Span};

use self::compile::Node;
pub use self::observe::{Observation, ObservationKind, Sample};
use self::residual::Residual;
use self::walk::Walk;
use crate::json::Json;

/// The direction in which values travel; some schemas differ by direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the deployment.
    Request,
    /// From the deployment.
    Response,
}

/// The kinds of constraint that a value can violate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constraint {
    /// A property is required.
    Required,
    /// The type of value.
    Type,
    /// An enumeration.
    Enum,
    /// The range of a number, and what it is a multiple of.
    Bounds,
    /// The number of characters.
    Length,
    /// A regular expression.
    Pattern,
    /// A format.
    Format,
    /// The number of items, and that no two are equal.
    Items,
    /// The number of properties.
    Properties,
    /// A property is forbidden.
    Additional,
    /// One of several schemas, or exactly one.
    Union,
    /// `null` is not allowed.
    Null,
    /// Anything else that JSON Schema can say, such as `not` or `if`.
    Residual,
}

impl std::fmt::Display for Constraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Required => "required",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Bounds => "bounds",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Items => "items",
            Self::Properties => "properties",
            Self::Additional => "additionalProperties",
            Self::Union => "union",
            Self::Null => "nullable",
            Self::Residual => "schema",
        })
    }
}

/// A violated constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where in the value: a JSON pointer.
    pub pointer: String,
    /// The kind of constraint.
    pub constraint: Constraint,
    /// The allowed values, for messages.
    pub expected: String,
    /// The value that was found: JSON, cut at 120 characters.
    pub actual: String,
    /// The schema with the constraint.
    pub span: Span,
    /// The provenance of that schema.
    pub provenance: Provenance,
}

/// All schemas of a description, prepared for validation; threads can share it.
#[derive(Debug)]
pub struct Validator {
    nodes: Vec<Node>,
    direction: Direction,
    says_more: bool,
}

impl Validator {
    /// The maximum number of mismatches of one value that are reported.
    pub const MISMATCHES: usize = 20;

    /// Prepares the schemas of a description.
    #[must_use]
    pub fn new(api: &Api, direction: Direction) -> Self {
        let nodes = compile::nodes(api);
        let residuals = nodes.iter().filter_map(|node| node.residual.as_ref());
        let says_more = residuals.into_iter().any(Residual::says_more);
        Self {
            nodes,
            direction,
            says_more,
        }
    }

    /// Returns the first [`Validator::MISMATCHES`] violations of a value; empty if the value is
    /// valid. A value that would take too many steps is validated in part.
    ///
    /// # Panics
    /// Panics if the schema belongs to another description.
    #[must_use]
    pub fn check(&self, schema: SchemaId, value: &Json) -> Vec<Mismatch> {
        let mut walk = Walk::new(self);
        walk.visit(schema, value);
        walk.found
    }

    /// Returns whether any schema restricts values of its type beyond what the type expresses.
    #[must_use]
    pub const fn says_more_than_types(&self) -> bool {
        self.says_more
    }

    /// Returns the violations of a header field or parameter (style `simple`).
    #[must_use]
    pub fn check_text(&self, schema: SchemaId, text: &str) -> Vec<Mismatch> {
        self.check(schema, &self.read_text(schema, text))
    }

    /// Calls `seen` with everything that a value has and the description does not declare.
    pub fn observe(&self, schema: SchemaId, value: &Json, seen: &mut dyn FnMut(Observation)) {
        observe::observe(self, schema, value, seen);
    }

    fn node(&self, id: SchemaId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Resolves a schema through aliases; a cycle of aliases ends at one of them.
    fn resolve(&self, mut id: SchemaId) -> SchemaId {
        for _ in 0..self.nodes.len() {
            match self.node(id).kind {
                compile::Kind::Alias(target) => id = target,
                _ => break,
            }
        }
        id
    }
}
