//! The structure of the text of a parameter or form field.

use std::sync::atomic::Ordering;

use super::super::code::{self, Code, fixed, list};
use super::super::plan::Plan;
use crate::ir::{Shape, Ty, TypeId, Values};

/// The maximum nesting, which texts do not exceed in practice.
const DEEPEST: usize = 3;

/// The maximum number of parts in a description, because wide objects within wide objects multiply
/// wherever they are used. Beyond it, only simple values are distinguished from text.
const MOST_PARTS: usize = 50_000;

/// Returns the `Shape` of a type, as an expression with `runtime` in scope.
pub(in super::super) fn shape(plan: &Plan<'_>, ty: &Ty) -> Code {
    shape_within(plan, ty, DEEPEST)
}

fn shape_within(plan: &Plan<'_>, ty: &Ty, depth: usize) -> Code {
    let parts = plan.shape_parts.fetch_add(1, Ordering::Relaxed);
    let depth = if parts < MOST_PARTS { depth } else { 0 };
    match plan.ir.types.unalias(ty).not_null() {
        ty if ty.is_integer() => fixed("runtime::Shape::Integer"),
        Ty::Float | Ty::Double | Ty::DecimalNumber => fixed("runtime::Shape::Number"),
        Ty::Boolean => fixed("runtime::Shape::Boolean"),
        Ty::List(item) if depth > 0 => {
            let item = shape_within(plan, item, depth - 1);
            code!("runtime::Shape::Array(&", item, ")")
        }
        Ty::Map(_) | Ty::Object if depth > 0 => fixed("runtime::Shape::Object(&[])"),
        Ty::Declared(id) => declared(plan, *id, depth),
        _ => fixed("runtime::Shape::Text"),
    }
}

fn declared(plan: &Plan<'_>, id: TypeId, depth: usize) -> Code {
    match &plan.get(id).shape {
        Shape::Enumeration(list) if matches!(list.values, Values::Integers(_)) => {
            fixed("runtime::Shape::Integer")
        }
        Shape::Record(record) if depth > 0 => {
            let fields = record.fields.iter().map(|field| {
                let shape = shape_within(plan, &field.ty, depth - 1);
                code!("(", code::string(field.wire()), ", ", shape, ")")
            });
            code!("runtime::Shape::Object(&[", list(fields), "])")
        }
        Shape::Union(union) if depth > 0 => {
            let members = union.members.iter();
            let shapes: Vec<_> = members
                .map(|member| shape_within(plan, &member.ty, depth - 1))
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
