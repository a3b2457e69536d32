//! Changes the parts of an answer.

use fastrand::Rng;
use serde_json::Value;

use super::super::{Answer, Piece, draw, wire};

/// The largest body that is changed, in bytes.
const LARGEST: usize = 1 << 20;

/// Returns the text of a body, as far as it is one.
pub(super) fn text(answer: &Answer) -> String {
    let bytes = wire::bytes(&answer.body, &[]);
    let end = bytes.len().min(LARGEST);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Changes the values of a JSON body; returns whether it is one. The first argument of `change` is
/// the name of the property that has the value, or contains the array with it.
pub(super) fn change(answer: &mut Answer, change: &mut dyn FnMut(&str, &mut Value)) -> bool {
    let Ok(mut tree) = serde_json::from_str::<Value>(&text(answer)) else {
        return false;
    };
    walk("", &mut tree, change);
    set(answer, vec![Piece::Text(tree.to_string())]);
    true
}

fn walk(name: &str, tree: &mut Value, change: &mut dyn FnMut(&str, &mut Value)) {
    match tree {
        Value::Array(items) => {
            for item in items {
                walk(name, item, change);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                walk(name, member, change);
            }
        }
        _ => {}
    }
    change(name, tree);
}

/// Sets a body and states its length.
pub(super) fn set(answer: &mut Answer, body: Vec<Piece>) {
    answer.body = body;
    draw::framed(answer);
}

/// Draws one of some texts.
pub(super) fn of<'t>(texts: &[&'t str], rng: &mut Rng) -> &'t str {
    rng.choice(texts).copied().unwrap_or_default()
}

/// Adds a header field, whose value is one line.
pub(super) fn field(answer: &mut Answer, name: &str, value: &str) {
    let value: String = value.chars().filter(|one| !"\r\n".contains(*one)).collect();
    answer.head.push(format!("{name}: {value}"));
}
