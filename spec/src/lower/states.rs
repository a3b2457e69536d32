//! Lowers `x-states`: the states of a resource.

use indexmap::IndexSet;

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Cause, Kind, Operation, SchemaId, StateMachine, Transition};
use crate::source::Span;

/// Names in state machines, which are resolved at the end.
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
        self.warn_of_unknown(
            &fields,
            &["field", "initial", "terminal", "states", "transitions"],
        );
        let (mut names, mut states) = (IndexSet::new(), Vec::new());
        for (name, node) in self.entries(&fields, "states") {
            let meaning = self.text_of(node, "states").unwrap_or_default();
            names.insert(name);
            states.push((name.to_owned(), meaning));
        }
        let mut transitions = Vec::new();
        for node in self.array(&fields, "transitions") {
            transitions.extend(self.transition(node, &names));
        }
        let field = self.required_text(&fields, "field");
        let place = (id, field.clone(), fields.value_span("field"));
        self.stated.fields.push(place);
        Some(StateMachine {
            field,
            initial: self.names(&fields, "initial", &names),
            terminal: self.names(&fields, "terminal", &names),
            states,
            transitions,
        })
    }

    fn transition(&mut self, node: &'d Node, states: &IndexSet<&'d str>) -> Option<Transition> {
        let fields = self.fields(node, "a transition")?;
        self.warn_of_unknown(&fields, &["from", "to", "operation", "trigger"]);
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
        states: &IndexSet<&'d str>,
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

    fn check_state(&mut self, node: &Node, state: &str, states: &IndexSet<&'d str>) {
        if !states.contains(state) {
            let message = format!("`{state}` is not one of the states");
            let near = self.advise(state, states.iter().copied());
            self.no_such_name(node.span, message, "a name under `states`", near);
        }
    }

    /// Checks the names in state machines: operations, and properties that hold states.
    pub(super) fn check_states(&mut self, operations: &[Operation]) {
        let stated = std::mem::take(&mut self.stated);
        let ids: IndexSet<_> = operations.iter().map(|o| o.id.as_str()).collect();
        for (id, span) in stated.operations {
            if !ids.contains(id.as_str()) {
                let message = format!("there is no operation `{id}`");
                let near = self.advise(&id, ids.iter().copied());
                self.no_such_name(span, message, "an operationId", near);
            }
        }
        for (id, field, span) in stated.fields {
            let Kind::Object(object) = &self.schemas.get(self.schemas.resolve(id)).kind else {
                continue;
            };
            let names: IndexSet<_> = object.properties.iter().map(|p| p.name.clone()).collect();
            if !names.contains(&field) {
                let message = format!("the schema has no property `{field}`");
                let near = self.advise(&field, names.iter().map(String::as_str));
                self.no_such_name(span, message, "a property of the schema", near);
            }
        }
    }

    pub(super) fn no_such_name(
        &mut self,
        span: Span,
        message: String,
        expected: &str,
        near: Option<&str>,
    ) {
        let diagnostic = Diagnostic::error(Code::InvalidValue, span, message)
            .label(format!("expected {expected}"));
        self.diagnostics.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }
}
