//! Validates objects.

use spec::model::Additional;

use super::Constraint;
use super::compile::{Node, Object, Property};
use super::describe::clip_text;
use super::residual::Residual;
use super::walk::{Step, Walk};
use crate::count::counted;
use crate::json::Json;

impl<'j> Walk<'_, 'j> {
    pub(super) fn object(
        &mut self,
        node: &Node,
        rules: &Object,
        members: &'j [(Box<str>, Json)],
        value: &'j Json,
    ) {
        self.count(node, rules, members.len() as u64);
        let mut present = vec![false; rules.properties.len()];
        let mut near = 0;
        for (name, member) in members {
            if self.is_full() {
                return;
            }
            if let Some(index) = rules.find(name, near) {
                near = index + 1;
                present[index] = true;
                self.property(node, &rules.properties[index], name, member);
            } else {
                self.additional(node, rules, name, member);
            }
        }
        for (property, _) in rules
            .properties
            .iter()
            .zip(present)
            .filter(|(_, there)| !there)
        {
            if self.must_be_there(property) {
                let expected = format!("a member `{}`", property.name);
                self.fail(node, Constraint::Required, clip_text(&expected), value);
            }
        }
    }

    /// Returns whether a property is required: `readOnly` and `writeOnly` ones only in their
    /// direction (OpenAPI 3.0.3 §4.7.24.2).
    fn must_be_there(&self, property: &Property) -> bool {
        let elsewhere = if self.is_response() {
            property.write_only
        } else {
            property.read_only
        };
        property.required && !elsewhere
    }

    fn property(&mut self, node: &Node, rules: &Property, name: &'j str, member: &'j Json) {
        // If another branch allows `null`, a response may have that instead of leaving the property
        // out.
        let is_absent = matches!(member, Json::Null);
        if rules.write_only && self.is_response() && !is_absent {
            self.path.push(Step::Name(name));
            let expected = "no member that only requests have (writeOnly)".to_owned();
            let actual = format!("a {}", member.type_name());
            self.report(node, Constraint::Additional, expected, actual);
            self.path.pop();
            return;
        }
        self.enter(Step::Name(name), rules.schema, member);
    }

    fn additional(&mut self, node: &Node, rules: &Object, name: &'j str, member: &'j Json) {
        match rules.additional {
            // Only the complete schema shows whether a pattern covers the property.
            _ if node
                .residual
                .as_ref()
                .is_some_and(Residual::has_name_patterns) => {}
            Additional::Unspecified => {}
            Additional::Schema(schema) => self.enter(Step::Name(name), schema, member),
            Additional::Forbidden => {
                self.path.push(Step::Name(name));
                let expected = "no member that the schema does not name";
                self.fail(node, Constraint::Additional, expected, member);
                self.path.pop();
            }
        }
    }

    fn count(&mut self, node: &Node, rules: &Object, count: u64) {
        let actual = || counted(count, "member", "members");
        if let Some(least) = rules.min_properties.filter(|least| count < *least) {
            let expected = format!("at least {}", counted(least, "member", "members"));
            self.report(node, Constraint::Properties, expected, actual());
        }
        if let Some(most) = rules.max_properties.filter(|most| count > *most) {
            let expected = format!("at most {}", counted(most, "member", "members"));
            self.report(node, Constraint::Properties, expected, actual());
        }
    }
}
