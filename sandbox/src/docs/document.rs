//! The description as a tree, with its references followed.

use yaml_serde::Value;

/// A description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document<'d>(pub(super) &'d Value);

static NOTHING: Value = Value::Null;

impl<'d> Document<'d> {
    /// Returns the target of a node, and the name in its reference.
    pub(super) fn resolve(self, node: &'d Value) -> (&'d Value, Option<&'d str>) {
        let (mut node, mut name) = (node, None);
        // References rarely lead to further references, and a cycle must end.
        for _ in 0..8 {
            let Some(reference) = node.get("$ref").and_then(Value::as_str) else {
                break;
            };
            name = name.or(reference.rsplit('/').next());
            let path = reference.trim_start_matches("#/").split('/');
            node = path.fold(self.0, |node, segment| at(node, segment));
        }
        (node, name)
    }

    /// Returns the property with a name, resolved.
    pub(super) fn member(self, node: &'d Value, name: &str) -> &'d Value {
        self.resolve(at(node, name)).0
    }
}

/// Returns the property with a name; null if it is absent.
pub(super) fn at<'d>(node: &'d Value, name: &str) -> &'d Value {
    node.get(name).unwrap_or(&NOTHING)
}

/// Returns the text of a member; empty if it is absent.
pub(super) fn text<'d>(node: &'d Value, name: &str) -> &'d str {
    at(node, name).as_str().unwrap_or_default()
}

/// Returns whether a member is there and true.
pub(super) fn is(node: &Value, name: &str) -> bool {
    at(node, name).as_bool() == Some(true)
}

/// Returns the items of a member.
pub(super) fn items<'d>(node: &'d Value, name: &str) -> &'d [Value] {
    at(node, name).as_sequence().map_or(&[], Vec::as_slice)
}

/// Returns the members of the object `name` in a node, in their order.
pub(super) fn members<'d>(
    node: &'d Value,
    name: &str,
) -> impl Iterator<Item = (&'d str, &'d Value)> + use<'d> {
    let members = at(node, name).as_mapping();
    let members = members.into_iter().flat_map(yaml_serde::Mapping::iter);
    members.filter_map(|(name, value)| Some((name.as_str()?, value)))
}

/// Returns a scalar as JSON, without the quotes of a string.
pub(super) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}

/// Returns a value as JSON for people.
pub(super) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
