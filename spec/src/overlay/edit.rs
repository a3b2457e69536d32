//! Changes the tree.

use std::sync::Arc;

use super::action::Version;
use super::query::Selection;
use crate::document::{Node, Object, Value};

/// Removes all selected values in one walk.
pub(super) fn remove(node: &mut Node, selection: &Selection) {
    let mut below = selection.below.iter().peekable();
    let mut keeps = |at: usize, child: &mut Node| {
        let Some((_, inner)) = below.next_if(|(position, _)| *position == at) else {
            return true;
        };
        if !inner.selected {
            remove(child, inner);
        }
        !inner.selected
    };
    match &mut node.value {
        Value::Object(object) => Arc::make_mut(object).retain(keeps),
        Value::Array(items) => {
            let mut at = 0;
            Arc::make_mut(items).retain_mut(|item| {
                at += 1;
                keeps(at - 1, item)
            });
        }
        _ => {}
    }
}

/// Collects the selected values, parents before their children.
pub(super) fn selected<'n>(node: &'n Node, selection: &Selection, found: &mut Vec<&'n Node>) {
    if selection.selected {
        found.push(node);
    }
    for (position, inner) in &selection.below {
        let child = match &node.value {
            Value::Object(object) => object.at(*position).map(|(_, _, child)| child),
            Value::Array(items) => items.get(*position),
            _ => None,
        };
        if let Some(child) = child {
            selected(child, inner, found);
        }
    }
}

/// Changes all selected values, parents before their children. Values that a change removes are not
/// changed any more.
///
/// # Errors
/// Returns the first diagnostic; the other values are still changed.
pub(super) fn change<E>(
    node: &mut Node,
    selection: &Selection,
    change_one: &mut impl FnMut(&mut Node) -> Result<(), E>,
) -> Result<(), E> {
    let mut outcome = Ok(());
    if selection.selected {
        outcome = change_one(node);
    }
    for (position, inner) in &selection.below {
        let child = match &mut node.value {
            Value::Object(object) => Arc::make_mut(object).value_mut(*position),
            Value::Array(items) => Arc::make_mut(items).get_mut(*position),
            _ => None,
        };
        if let Some(child) = child {
            outcome = outcome.and(change(child, inner, change_one));
        }
    }
    outcome
}

/// Merges an update into a selected value: properties into an object, one or several entries to the
/// end of an array. Since 1.1, other values are replaced.
///
/// # Errors
/// Returns an error if the two cannot be merged.
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
            Arc::make_mut(items).push(update.clone());
            Ok(())
        }
        (Value::Object(_), _) => {
            Err("the target selects an object, and the update is not an object")
        }
        (_, Value::Object(_) | Value::Array(_)) if version == Version::V11 => {
            Err("the target selects a plain value, and the update is an object or an array")
        }
        _ if version == Version::V11 => {
            *node = update.clone();
            Ok(())
        }
        _ => Err("the target selects a plain value, which cannot be merged into"),
    }
}

/// Checks that each property of an update can be merged with the existing one (1.1.0 §4.4.3).
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
            Err("a member of the update has a different type than the existing member")
        }
        _ => Ok(()),
    }
}

/// Merges objects property by property, appends arrays, and replaces anything else.
fn merge_inside(node: &mut Node, update: &Node) {
    match (&mut node.value, &update.value) {
        (Value::Object(object), Value::Object(updates)) => {
            merge_members(Arc::make_mut(object), updates);
        }
        (Value::Array(items), Value::Array(more)) => {
            Arc::make_mut(items).extend(more.iter().cloned());
        }
        _ => *node = update.clone(),
    }
}

fn merge_members(object: &mut Object, updates: &Object) {
    for (name, span, value) in updates.spans() {
        match object.get_mut(name) {
            Some(old) => merge_inside(old, value),
            None => object.push(name.into(), span, value.clone()),
        }
    }
}
