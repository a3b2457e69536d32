//! JSON documents in which every hostile text is on a separate line, so that the line of a
//! diagnostic identifies the text.

use std::collections::HashMap;

/// A text and its role.
#[derive(Clone)]
pub struct Text {
    pub text: String,
    /// The number of the hostile text and its place; `None` for texts of the document itself.
    pub owner: Option<Owner>,
}

/// Assigns hostile texts to places.
pub type Owner = (usize, &'static str);

/// A value.
#[derive(Clone)]
pub enum Node {
    Text(Text),
    /// JSON that is already encoded.
    Raw(&'static str),
    Object(Vec<(Text, Node)>),
    List(Vec<Node>),
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { text, owner: None }
    }
}

impl<T: Into<Text>> From<T> for Node {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl Node {
    pub fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        let members = members.into_iter();
        Self::Object(members.map(|(name, value)| (name.into(), value)).collect())
    }

    /// Adds properties to an object.
    pub fn with(mut self, more: Vec<(Text, Self)>) -> Self {
        if let Self::Object(members) = &mut self {
            members.extend(more);
        }
        self
    }
}

/// The text of a document, and which hostile text each line contains.
#[derive(Default)]
pub struct Document {
    pub text: String,
    pub owners: HashMap<usize, Owner>,
    line: usize,
}

impl Document {
    pub fn of(node: &Node) -> Self {
        let mut document = Self {
            line: 1,
            ..Self::default()
        };
        document.push(node);
        document
    }

    fn push(&mut self, node: &Node) {
        match node {
            Node::Raw(text) => self.text.push_str(text),
            Node::Text(text) => self.push_text(text),
            Node::List(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.separate(index);
                    self.push(item);
                }
                self.text.push(']');
            }
            Node::Object(members) => {
                self.text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    self.separate(index);
                    self.push_text(name);
                    self.text.push_str(": ");
                    self.push(value);
                }
                self.text.push('}');
            }
        }
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.text.push_str(", ");
        }
    }

    fn push_text(&mut self, text: &Text) {
        let literal = serde_json::Value::from(text.text.as_str()).to_string();
        let Some(owner) = text.owner else {
            return self.text.push_str(&literal);
        };
        self.end_line();
        self.owners.insert(self.line, owner);
        self.text.push_str(&literal);
        self.end_line();
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.line += 1;
    }
}
