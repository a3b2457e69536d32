//! `x-states`: the states of a resource.

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::document::Node;
use crate::model::{Cause, Kind, Operation, SchemaId, StateMachine, Transition};
use crate::source::Span;

/// What state machines name, to be looked for once everything is known.
#[derive(Debug, Default)]
pub(super) struct Stated {
    /// Operations that cause transitions.
    operations: Vec<(String, Span)>,
    /// Properties that hold states, with the schema that must have them.
    fields: Vec<(SchemaId, String, Span)>,
}

impl<'d> Lowering<'d, '_> {
    pub(super) fn states(&mut self, id: SchemaId, schema: &Fields<'d>) -> Option<StateMachine> {
        let fields = self.object(schema, "x-states")?;
        self.known(
            &fields,
            &["field", "initial", "terminal", "states", "transitions"],
        );
        let mut states = Vec::new();
        for (name, node) in self.entries(&fields, "states") {
            let meaning = self.text_of(node, "states").unwrap_or_default();
            states.push((name.to_owned(), meaning));
        }
        let mut transitions = Vec::new();
        for node in self.array(&fields, "transitions") {
            transitions.extend(self.transition(node, &states));
        }
        let field = self.required_text(&fields, "field");
        let place = (id, field.clone(), fields.value_span("field"));
        self.stated.fields.push(place);
        Some(StateMachine {
            field,
            initial: self.names(&fields, "initial", &states),
            terminal: self.names(&fields, "terminal", &states),
            states,
            transitions,
        })
    }

    fn transition(&mut self, node: &'d Node, states: &[(String, String)]) -> Option<Transition> {
        let fields = self.fields(node, "a transition")?;
        self.known(&fields, &["from", "to", "operation", "trigger"]);
        let cause = self.cause(&fields)?;
        let from = self.names(&fields, "from", states);
        let to = self.required_text(&fields, "to");
        if let Some(node) = fields.get("to") {
            self.check_state(node, &to, states);
        }
        Some(Transition { from, to, cause })
    }

    fn cause(&mut self, fields: &Fields<'d>) -> Option<Cause> {
        if let Some(operation) = self.text(fields, "operation") {
            let place = (operation.clone(), fields.value_span("operation"));
            self.stated.operations.push(place);
            return Some(Cause::Operation(operation));
        }
        let trigger = self.text(fields, "trigger").map(Cause::Trigger);
        if trigger.is_none() {
            let what = "a transition has no cause";
            let diagnostic = Diagnostic::error(Code::MissingField, fields.span, what);
            let label = "`operation` or `trigger` is required here";
            self.diagnostics.push(diagnostic.label(label));
        }
        trigger
    }

    fn names(
        &mut self,
        fields: &Fields<'d>,
        name: &'static str,
        states: &[(String, String)],
    ) -> Vec<String> {
        let mut names = Vec::new();
        for node in self.array(fields, name) {
            if let Some(state) = self.text_of(node, name) {
                self.check_state(node, &state, states);
                names.push(state);
            }
        }
        names
    }

    fn check_state(&mut self, node: &Node, state: &str, states: &[(String, String)]) {
        if !states.iter().any(|(name, _)| name == state) {
            let message = format!("`{state}` is not one of the states");
            let names = states.iter().map(|(name, _)| name.as_str());
            let near = nearest(state, names).map(str::to_owned);
            self.no_such_name(node.span, message, "a name under `states`", near);
        }
    }

    /// Looks for what state machines name: operations, and properties that hold states.
    pub(super) fn check_states(&mut self, operations: &[Operation]) {
        let stated = std::mem::take(&mut self.stated);
        for (id, span) in stated.operations {
            if !operations.iter().any(|operation| operation.id == id) {
                let message = format!("there is no operation `{id}`");
                let ids = operations.iter().map(|operation| operation.id.as_str());
                let near = nearest(&id, ids.take(1_000)).map(str::to_owned);
                self.no_such_name(span, message, "an operationId", near);
            }
        }
        for (id, field, span) in stated.fields {
            let kind = &self.schemas.get(self.schemas.resolve(id)).kind;
            if let Kind::Object(object) = kind
                && !object.properties.iter().any(|p| p.name == field)
            {
                let names = object.properties.iter().map(|p| p.name.as_str());
                let near = nearest(&field, names).map(str::to_owned);
                let message = format!("the schema has no property `{field}`");
                self.no_such_name(span, message, "a property of the schema", near);
            }
        }
    }

    pub(super) fn no_such_name(
        &mut self,
        span: Span,
        message: String,
        expected: &str,
        near: Option<String>,
    ) {
        let diagnostic = Diagnostic::error(Code::InvalidValue, span, message)
            .label(format!("expected {expected}"));
        self.diagnostics.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }
}
