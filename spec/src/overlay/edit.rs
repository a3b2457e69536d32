//! The tree changed.

use super::action::Version;
use super::select::Step;
use crate::document::{Node, Value};

/// The value at the end of a path.
pub(super) fn at<'n>(mut node: &'n mut Node, path: &[Step]) -> Option<&'n mut Node> {
    for step in path {
        node = match (&mut node.value, step) {
            (Value::Object(object), Step::Name(name)) => object.get_mut(name)?,
            (Value::Array(items), Step::Index(index)) => items.get_mut(*index)?,
            _ => return None,
        };
    }
    Some(node)
}

/// The value at the end of a path.
pub(super) fn get<'n>(mut node: &'n Node, path: &[Step]) -> Option<&'n Node> {
    for step in path {
        node = match (&node.value, step) {
            (Value::Object(object), Step::Name(name)) => object.get(name)?,
            (Value::Array(items), Step::Index(index)) => items.get(*index)?,
            _ => return None,
        };
    }
    Some(node)
}

/// Takes the value at the end of a path out of what contains it.
pub(super) fn remove(root: &mut Node, path: &[Step]) {
    let Some((last, parents)) = path.split_last() else {
        return;
    };
    match (at(root, parents).map(|node| &mut node.value), last) {
        (Some(Value::Object(object)), Step::Name(name)) => object.remove(name),
        (Some(Value::Array(items)), Step::Index(index)) if *index < items.len() => {
            items.remove(*index);
        }
        _ => {}
    }
}

/// Merges an update into a selected value: members into an object, an entry or several to the end
/// of an array. Since 1.1, another value is replaced.
///
/// # Errors
/// When the two do not go together.
pub(super) fn merge(node: &mut Node, update: &Node, version: Version) -> Result<(), &'static str> {
    match (&mut node.value, &update.value) {
        (Value::Object(_), Value::Object(_)) | (Value::Array(_), Value::Array(_)) => {
            if version == Version::V11 {
                compatible(node, update)?;
            }
            merge_inside(node, update);
            Ok(())
        }
        (Value::Array(items), _) => {
            items.push(update.clone());
            Ok(())
        }
        (Value::Object(_), _) => Err("the target selects an object, and the update is none"),
        (_, Value::Object(_) | Value::Array(_)) if version == Version::V11 => {
            Err("the target selects a plain value, and the update is none")
        }
        _ if version == Version::V11 => {
            *node = update.clone();
            Ok(())
        }
        _ => Err("the target selects a value that nothing can be merged into"),
    }
}

/// Whether each member of an update goes together with the one that is there (1.1.0 §4.4.3).
fn compatible(node: &Node, update: &Node) -> Result<(), &'static str> {
    match (&node.value, &update.value) {
        (Value::Object(object), Value::Object(updates)) => {
            for (name, value) in updates.iter() {
                if let Some(old) = object.get(name) {
                    compatible(old, value)?;
                }
            }
            Ok(())
        }
        (Value::Array(_), Value::Array(_)) => Ok(()),
        (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => {
            Err("a member of the update is of another kind than the one that is there")
        }
        _ => Ok(()),
    }
}

/// Objects member by member, arrays one behind the other, anything else replaced.
fn merge_inside(node: &mut Node, update: &Node) {
    match (&mut node.value, &update.value) {
        (Value::Object(object), Value::Object(updates)) => {
            for (name, span, value) in updates.spans() {
                match object.get_mut(name) {
                    Some(old) => merge_inside(old, value),
                    None => object.push(name.into(), span, value.clone()),
                }
            }
        }
        (Value::Array(items), Value::Array(more)) => items.extend(more.iter().cloned()),
        _ => *node = update.clone(),
    }
}
