//! The structure of the text of a parameter or form field.

use std::sync::atomic::Ordering;

use spec::model::{EnumBase, Kind, SchemaId};

use super::super::code::{self, Code, fixed, list};
use super::super::plan::Plan;

/// The maximum nesting, which texts do not exceed in practice.
const DEEPEST: usize = 3;

/// The maximum number of parts in a description, because wide objects within wide objects multiply
/// wherever they are used. Beyond it, only simple values are distinguished from text.
const MOST_PARTS: usize = 50_000;

/// Returns the `Shape` of a schema, as an expression with `runtime` in scope.
pub(in super::super) fn shape(plan: &Plan<'_>, id: SchemaId) -> Code {
    shape_within(plan, id, DEEPEST)
}

fn shape_within(plan: &Plan<'_>, id: SchemaId, depth: usize) -> Code {
    let parts = plan.shape_parts.fetch_add(1, Ordering::Relaxed);
    let depth = if parts < MOST_PARTS { depth } else { 0 };
    let schema = plan.schema(plan.api.resolve(id));
    match &schema.kind {
        Kind::Integer { .. } => fixed("runtime::Shape::Integer"),
        Kind::Number { .. } => fixed("runtime::Shape::Number"),
        Kind::Boolean => fixed("runtime::Shape::Boolean"),
        Kind::Enumeration(list) if list.base == EnumBase::Integer => {
            fixed("runtime::Shape::Integer")
        }
        Kind::Enumeration(list) if list.values.iter().all(serde_json::Value::is_boolean) => {
            fixed("runtime::Shape::Boolean")
        }
        Kind::Array(array) if depth > 0 => {
            let item = shape_within(plan, array.items, depth - 1);
            code!("runtime::Shape::Array(&", item, ")")
        }
        Kind::Object(object) if depth > 0 => {
            let properties = object.properties.iter().map(|property| {
                let shape = shape_within(plan, property.schema, depth - 1);
                code!("(", code::string(&property.name), ", ", shape, ")")
            });
            code!("runtime::Shape::Object(&[", list(properties), "])")
        }
        Kind::Union(union) if depth > 0 => {
            let members = union.members.iter();
            let shapes: Vec<_> = members
                .map(|member| shape_within(plan, member.schema, depth - 1))
                .collect();
            // Text with several possible shapes is not tried as JSON.
            match shapes.split_first() {
                Some((first, rest)) if rest.iter().all(|shape| shape == first) => first.clone(),
                _ => fixed("runtime::Shape::Text"),
            }
        }
        _ => fixed("runtime::Shape::Text"),
    }
}
