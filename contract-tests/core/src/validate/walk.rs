//! Walks through a value and its schema.

use spec::model::SchemaId;

use super::compile::{Kind, Node};
use super::describe::{clip, clip_text, describe};
use super::residual::Broken;
use super::{Constraint, Direction, Mismatch, Validator};
use crate::json::{Json, escape};

/// One step into a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'j> {
    Name(&'j str),
    Index(usize),
}

/// A walk through a value, with a bounded number of steps.
pub(super) struct Walk<'v, 'j> {
    pub(super) validator: &'v Validator,
    pub(super) found: Vec<Mismatch>,
    pub(super) path: Vec<Step<'j>>,
    depth: usize,
    steps: usize,
}

impl<'v, 'j> Walk<'v, 'j> {
    /// The maximum depth, with nested aliases and unions.
    const DEPTH: usize = 600;
    /// The maximum number of steps: nested unions can be tried in exponentially many ways.
    const STEPS: usize = 1_000_000;

    pub(super) const fn new(validator: &'v Validator) -> Self {
        Self {
            validator,
            found: Vec::new(),
            path: Vec::new(),
            depth: 0,
            steps: 0,
        }
    }

    pub(super) fn is_response(&self) -> bool {
        self.validator.direction == Direction::Response
    }

    /// Returns whether the maximum number of mismatches is reached.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= Validator::MISMATCHES || self.steps >= Self::STEPS
    }

    /// Validates a value against a schema.
    pub(super) fn visit(&mut self, id: SchemaId, value: &'j Json) {
        if self.is_full() || self.depth >= Self::DEPTH {
            return;
        }
        self.steps += 1;
        self.depth += 1;
        self.check(self.validator.node(id), value);
        self.depth -= 1;
    }

    fn check(&mut self, node: &'v Node, value: &'j Json) {
        let whole = node.residual.as_ref().filter(|one| one.is_whole());
        if let Some(residual) = whole {
            return self.report_residual(node, residual.whole(value), value);
        }
        let known = self.found.len();
        if value.is_null() {
            self.null(node, value);
        } else {
            self.by_kind(node, value);
        }
        if let Some(residual) = node.residual.as_ref().filter(|_| self.found.len() == known) {
            let broken = residual.beside_type(value);
            self.report_residual(node, broken, value);
        }
    }

    fn by_kind(&mut self, node: &'v Node, value: &'j Json) {
        match (&node.kind, value) {
            (Kind::Any, _) | (Kind::Boolean, Json::Bool(_)) => {}
            (Kind::Alias(target), _) => self.visit(*target, value),
            (Kind::Integer(format, range), Json::Number(text)) => {
                self.integer(node, *format, range, text, value);
            }
            (Kind::Number(format, range), Json::Number(text)) => {
                self.number(node, *format, range, text, value);
            }
            (Kind::String(rules), Json::String(text)) => self.text(node, rules, text, value),
            (Kind::Enumeration(list), _) => self.enumeration(node, list, value),
            (Kind::Array(rules), Json::Array(items)) => self.array(node, rules, items, value),
            (Kind::Object(rules), Json::Object(members)) => {
                self.object(node, rules, members, value);
            }
            (Kind::Union(union), _) => self.union(node, union, value),
            _ => self.other_type(node, Constraint::Type, value),
        }
    }

    /// Handles a value of another type than the schema is for. Without `type`, the schema does not
    /// restrict it (JSON Schema Validation 2020-12 §6.1).
    fn other_type(&mut self, node: &'v Node, constraint: Constraint, value: &'j Json) {
        match node.residual.as_ref().filter(|one| !one.is_typed()) {
            Some(untyped) => {
                self.report_residual(node, untyped.whole(value), value);
            }
            None => self.fail(node, constraint, describe(node), value),
        }
    }

    fn report_residual(&mut self, node: &Node, broken: Vec<Broken>, value: &Json) {
        for one in broken {
            if self.is_full() {
                return;
            }
            let inner = value.pointer(&one.pointer).unwrap_or(value);
            self.found.push(Mismatch {
                pointer: self.pointer() + &one.pointer,
                constraint: Constraint::Residual,
                expected: clip_text(&one.expected),
                actual: clip(inner),
                span: one.span,
                provenance: node.provenance.clone(),
            });
        }
    }

    fn null(&mut self, node: &'v Node, value: &'j Json) {
        match &node.kind {
            _ if node.nullable => {}
            Kind::Any | Kind::Null => {}
            Kind::Alias(target) => self.visit(*target, value),
            Kind::Union(union) => self.union(node, union, value),
            Kind::Enumeration(list) if list.values.iter().any(Json::is_null) => {}
            _ => self.other_type(node, Constraint::Null, value),
        }
    }

    /// Validates a value one level deeper.
    pub(super) fn enter(&mut self, step: Step<'j>, id: SchemaId, value: &'j Json) {
        self.path.push(step);
        self.visit(id, value);
        self.path.pop();
    }

    /// Returns the mismatches with one schema, separately from those found before.
    pub(super) fn attempt(&mut self, id: SchemaId, value: &'j Json) -> Vec<Mismatch> {
        let before = std::mem::take(&mut self.found);
        self.visit(id, value);
        std::mem::replace(&mut self.found, before)
    }

    /// Reports a mismatch.
    pub(super) fn fail(
        &mut self,
        node: &Node,
        constraint: Constraint,
        expected: impl Into<String>,
        actual: &Json,
    ) {
        self.report(node, constraint, expected.into(), clip(actual));
    }

    /// Records a mismatch, described in words.
    pub(super) fn report(
        &mut self,
        node: &Node,
        constraint: Constraint,
        expected: String,
        actual: String,
    ) {
        // When the steps are used up, the rest must not count as a match in a union.
        if !self.is_full() {
            self.found.push(Mismatch {
                pointer: self.pointer(),
                constraint,
                expected,
                actual,
                span: node.span,
                provenance: node.provenance.clone(),
            });
        }
    }

    /// Returns the current place as a JSON pointer.
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.path {
            pointer.push('/');
            match step {
                Step::Name(name) => pointer.push_str(&escape(name)),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }
}
