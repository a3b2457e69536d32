//! Data of the description as TypeScript literals.

use super::layout::Doc;
use crate::code::Code;

/// A literal.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// A string, a number, a name.
    Atom(Code),
    /// An object, whose names come from the generator's source.
    Object(Vec<(&'static str, Value)>),
    /// An object, whose names come from the description.
    Members(Vec<(Code, Value)>),
    /// An array.
    Array(Vec<Value>),
    /// `() => …`, for something that may not be defined yet.
    Thunk(Box<Value>),
}

impl Value {
    /// Wraps text from the generator's source.
    pub(super) fn fixed(text: &'static str) -> Self {
        Self::Atom(Code::fixed(text))
    }

    /// Returns a function that creates the value when it is needed.
    pub(super) fn thunk(self) -> Self {
        Self::Thunk(Box::new(self))
    }

    /// Returns the literal on one line if it fits, otherwise broken.
    pub(super) fn doc(&self) -> Doc {
        match self {
            Self::Atom(code) => Doc::Text(code.clone()),
            Self::Object(members) => object(&coded(members), false),
            Self::Members(members) => object(members, false),
            Self::Array(items) => array(items),
            Self::Thunk(value) => match &**value {
                Self::Atom(code) => Doc::group(vec![
                    Doc::fixed("() =>"),
                    Doc::indent(vec![Doc::Line, Doc::Text(code.clone())]),
                ]),
                Self::Object(_) | Self::Members(_) => {
                    Doc::Join(vec![Doc::fixed("() => ("), value.doc(), Doc::fixed(")")])
                }
                Self::Array(_) | Self::Thunk(_) => {
                    Doc::Join(vec![Doc::fixed("() => "), value.doc()])
                }
            },
        }
    }

    /// Returns an object with a property on each line.
    pub(super) fn open(&self) -> Doc {
        match self {
            Self::Object(members) => object(&coded(members), true),
            other => other.doc(),
        }
    }

    /// Returns whether the value has more than one part.
    fn is_composite(&self, objects: bool) -> bool {
        match self {
            Self::Object(members) => objects && members.len() > 1,
            Self::Members(members) => objects && members.len() > 1,
            Self::Array(items) => !objects && items.len() > 1,
            _ => false,
        }
    }
}

fn coded(members: &[(&'static str, Value)]) -> Vec<(Code, Value)> {
    let members = members.iter();
    members
        .map(|(name, value)| (Code::fixed(name), value.clone()))
        .collect()
}

fn object(members: &[(Code, Value)], open: bool) -> Doc {
    if members.is_empty() {
        return Doc::fixed("{}");
    }
    let members = members.iter().map(|(name, value)| member(name, value));
    let separated = Doc::separated(members.collect(), &[Doc::fixed(","), Doc::Line]);
    let parts = vec![
        Doc::fixed("{"),
        Doc::indented(Doc::Line, separated),
        Doc::IfBroken(","),
        Doc::Line,
        Doc::fixed("}"),
    ];
    if open {
        Doc::broken(parts)
    } else {
        Doc::group(parts)
    }
}

/// Returns a property. After a name of five or more letters, a word that does not fit continues on
/// the next line.
fn member(name: &Code, value: &Value) -> Doc {
    const SHORT: usize = 5;
    let breaks = name.as_str().len() >= SHORT && matches!(value, Value::Atom(_));
    let mut parts = vec![Doc::Text(name.clone()), Doc::fixed(":")];
    if breaks {
        parts.push(Doc::indent(vec![Doc::Line, value.doc()]));
    } else {
        parts.extend([Doc::fixed(" "), value.doc()]);
    }
    if breaks {
        Doc::group(parts)
    } else {
        Doc::Join(parts)
    }
}

/// Returns an array. Several composite items are each on a separate line.
fn array(items: &[Value]) -> Doc {
    if items.is_empty() {
        return Doc::fixed("[]");
    }
    let all = |objects| items.iter().all(|item| item.is_composite(objects));
    let open = items.len() > 1 && (all(true) || all(false));
    let items = items.iter().map(Value::doc).collect();
    let separated = Doc::separated(items, &[Doc::fixed(","), Doc::Line]);
    let parts = vec![
        Doc::fixed("["),
        Doc::indented(Doc::Soft, separated),
        Doc::IfBroken(","),
        Doc::Soft,
        Doc::fixed("]"),
    ];
    if open {
        Doc::broken(parts)
    } else {
        Doc::group(parts)
    }
}
