//! `x-states`: the states of a resource.

use super::Lowering;
use super::reader::Fields;
use crate::document::Node;
use crate::model::{Cause, StateMachine, Transition};

impl<'d> Lowering<'d, '_> {
    pub(super) fn states(&mut self, schema: &Fields<'d>) -> Option<StateMachine> {
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
        Some(StateMachine {
            field: self.required_text(&fields, "field"),
            initial: self.names(&fields, "initial", &states),
            terminal: self.names(&fields, "terminal", &states),
            states,
            transitions,
        })
    }

    fn transition(&mut self, node: &'d Node, states: &[(String, String)]) -> Option<Transition> {
        let fields = self.fields(node, "a transition")?;
        self.known(&fields, &["from", "to", "operation", "trigger"]);
        let operation = self.text(&fields, "operation").map(Cause::Operation);
        let Some(cause) = operation.or_else(|| self.text(&fields, "trigger").map(Cause::Trigger))
        else {
            self.missing(&fields, "operation");
            return None;
        };
        let from = self.names(&fields, "from", states);
        let to = self.required_text(&fields, "to");
        if let Some(node) = fields.get("to") {
            self.check_state(node, &to, states);
        }
        Some(Transition { from, to, cause })
    }

    fn names(
        &mut self,
        fields: &Fields<'d>,
        name: &str,
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
            self.invalid(node.span, message, "a name under `states`");
        }
    }
}
