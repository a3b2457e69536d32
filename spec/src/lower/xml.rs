//! Reads how values are written in XML.

use crate::document::{Node, Value};
use crate::model::{Xml, XmlNode};

/// Reads the `xml` of a schema. Before OpenAPI 3.2, `attribute` and `wrapped` are the kinds of node that
/// schemas can name.
pub(super) fn read(node: &Node) -> Option<Box<Xml>> {
    let object = node.as_object()?;
    let text = |name: &str| object.get(name).and_then(Node::as_str);
    let own = |name: &str| text(name).filter(|text| !text.is_empty());
    let flag = |name: &str| matches!(object.get(name)?.value, Value::Bool(true)).then_some(());
    let named = text("nodeType").and_then(|name| match name {
        "element" => Some(XmlNode::Element),
        "attribute" => Some(XmlNode::Attribute),
        "text" => Some(XmlNode::Text),
        "cdata" => Some(XmlNode::Cdata),
        "none" => Some(XmlNode::None),
        _ => None,
    });
    let attribute = || flag("attribute").map(|()| XmlNode::Attribute);
    let wrapped = || flag("wrapped").map(|()| XmlNode::Element);
    Some(Box::new(Xml {
        node: named.or_else(attribute).or_else(wrapped),
        name: own("name").map(str::to_owned),
        namespace: own("namespace").map(str::to_owned),
        prefix: own("prefix").map(str::to_owned),
    }))
}
