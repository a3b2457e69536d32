//! Documents without places, which can be changed and written again.

use std::fmt::Write as _;

use spec::document::{Node, Value};
use spec::{Budget, Diagnostics, Documents};

/// A JSON value (RFC 8259 §3) that keeps unusual syntax: numbers are text, and names may be
/// repeated.
#[derive(Debug, Clone)]
pub enum Tree {
    /// `null`, a boolean or a number, as it is written.
    Plain(String),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Tree>),
    /// An object, in the order of its text.
    Object(Vec<(String, Tree)>),
}

/// Reads JSON or YAML; `None` if it is neither, or empty.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Tree> {
    let [name, _] = crate::names(bytes);
    let (budget, mut unused) = (Budget::default(), Diagnostics::default());
    let documents = Documents::from_bytes(name, bytes.to_vec(), budget, &mut unused);
    let root = documents.main()?;
    root.as_object()?.iter().next()?;
    Some(Tree::of(root))
}

impl Tree {
    fn of(node: &Node) -> Self {
        match &node.value {
            Value::Null => Self::plain("null"),
            Value::Bool(value) => Self::Plain(value.to_string()),
            Value::Number(text) => Self::plain(text),
            Value::String(text) => Self::text(text),
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(members) => {
                let members = members.iter();
                Self::Object(members.map(|(n, v)| (n.to_owned(), Self::of(v))).collect())
            }
        }
    }

    /// Returns a value that is written literally.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }

    /// Returns a string.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Returns an object with one member.
    #[must_use]
    pub fn object(name: &str, value: Self) -> Self {
        Self::Object(vec![(name.to_owned(), value)])
    }

    /// Returns an object that refers to another value.
    #[must_use]
    pub fn reference(target: &str) -> Self {
        Self::object("$ref", Self::text(target))
    }

    /// Returns how many values it contains, including itself.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.children().map(Self::size).sum::<usize>()
    }

    /// Returns the items, or the values of the properties.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let (items, members) = match self {
            Self::Array(items) => (items.as_slice(), [].as_slice()),
            Self::Object(members) => ([].as_slice(), members.as_slice()),
            _ => ([].as_slice(), [].as_slice()),
        };
        items.iter().chain(members.iter().map(|(_, value)| value))
    }

    fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let (items, members) = match self {
            Self::Array(items) => (items.as_mut_slice(), [].as_mut_slice()),
            Self::Object(members) => ([].as_mut_slice(), members.as_mut_slice()),
            _ => ([].as_mut_slice(), [].as_mut_slice()),
        };
        let values = members.iter_mut().map(|(_, value)| value);
        items.iter_mut().chain(values)
    }

    /// Returns the value with this number, counted from the root, which is 0.
    pub fn at(&mut self, number: usize) -> Option<&mut Self> {
        fn find<'t>(tree: &'t mut Tree, left: &mut usize) -> Option<&'t mut Tree> {
            if *left == 0 {
                return Some(tree);
            }
            *left -= 1;
            tree.children_mut().find_map(|child| find(child, left))
        }
        find(self, &mut { number })
    }

    /// Changes the value and everything in it.
    pub fn walk(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        for child in self.children_mut() {
            child.walk(change);
        }
    }

    /// Returns the components that are schemas; `None` if the description has no place for them.
    pub fn schemas(&mut self) -> Option<&mut Vec<(String, Self)>> {
        let components = self.member("components")?;
        match components.member("schemas")? {
            Self::Object(schemas) => Some(schemas),
            _ => None,
        }
    }

    /// Returns a property of an object, which is added if it is missing.
    pub(crate) fn member(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let place = members.iter().position(|(taken, _)| taken == name);
        let place = place.unwrap_or(members.len());
        if place == members.len() {
            members.push((name.to_owned(), Self::Object(Vec::new())));
        }
        members.get_mut(place).map(|(_, value)| value)
    }

    /// Returns JSON Pointers (RFC 6901) of the value and everything in it, as fragments of URIs.
    #[must_use]
    pub fn pointers(&self) -> Vec<String> {
        fn gather(tree: &Tree, here: &str, all: &mut Vec<String>) {
            all.push(here.to_owned());
            match tree {
                Tree::Array(items) => {
                    for (at, item) in items.iter().enumerate() {
                        gather(item, &format!("{here}/{at}"), all);
                    }
                }
                Tree::Object(members) => {
                    for (name, value) in members {
                        gather(value, &format!("{here}/{}", segment(name)), all);
                    }
                }
                _ => {}
            }
        }
        let mut all = Vec::new();
        gather(self, "#", &mut all);
        all
    }

    /// Returns the value as JSON.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        self.write_to(&mut text);
        text
    }

    fn write_to(&self, text: &mut String) {
        match self {
            Self::Plain(plain) => text.push_str(plain),
            Self::Text(string) => write_string(text, string),
            Self::Array(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at > 0 { "," } else { "" });
                    item.write_to(text);
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    text.push_str(if at > 0 { ",\n" } else { "" });
                    write_string(text, name);
                    text.push(':');
                    value.write_to(text);
                }
                text.push('}');
            }
        }
    }
}

/// Returns a segment of a pointer, escaped by RFC 6901 §3, and §6 for URIs.
#[must_use]
pub fn segment(name: &str) -> String {
    let name = name.replace('~', "~0").replace('/', "~1");
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_graphic() && !b"\"%<>[\\]^`{|}#".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

fn write_string(text: &mut String, string: &str) {
    // A string is always JSON.
    text.push_str(&serde_json::Value::from(string).to_string());
}
