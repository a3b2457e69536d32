//! The XML that a schema describes.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::diff::place::Way;
use crate::model::{Form as Content, Keyword, Operand, WrittenId, WrittenSchemas, Xml, XmlNode};
use crate::source::Span;

/// A schema at a place of a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) id: WrittenId,
    /// The name of its property; `None` for a root, which is named after its component.
    property: Option<String>,
}

impl Node {
    /// Creates the root of a document. A document that need not be XML has no inferred name.
    pub(super) fn root(id: WrittenId, is_named: bool) -> Self {
        let property = (!is_named).then(String::new);
        Self { id, property }
    }
}

/// How a value is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) node: XmlNode,
    name: Option<String>,
    namespace: Option<String>,
    prefix: Option<String>,
    is_array: bool,
}

impl Form {
    /// Returns whether both are the same XML. A prefix has no meaning beside its namespace
    /// (Namespaces in XML 1.0 §4), nor has the difference between text and CDATA; they count only if
    /// the comparison is `exact`.
    pub(super) fn is_like(&self, other: &Self, exact: bool) -> bool {
        if exact {
            return self == other;
        }
        let node = |form: &Self| match form.node {
            XmlNode::Cdata => XmlNode::Text,
            other => other,
        };
        let prefix = self.namespace.is_some() || self.prefix == other.prefix;
        node(self) == node(other)
            && self.name == other.name
            && self.namespace == other.namespace
            && prefix
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            text[..text.floor_char_boundary(60)].to_owned()
        };
        match (self.node, &self.name) {
            (XmlNode::Element, Some(_)) => write!(f, "the element `{}`", name(&self.name))?,
            (XmlNode::Element, None) => f.write_str("an element without a name")?,
            (XmlNode::Attribute, _) => write!(f, "the attribute `{}`", name(&self.name))?,
            (XmlNode::Text, _) => f.write_str("text")?,
            (XmlNode::Cdata, _) => f.write_str("a CDATA section")?,
            (XmlNode::None, _) => f.write_str("no node by itself")?,
        }
        if self.prefix.is_some() {
            write!(f, " with the prefix `{}`", name(&self.prefix))?;
        }
        if self.namespace.is_some() {
            write!(f, " in the namespace `{}`", name(&self.namespace))?;
        }
        Ok(())
    }
}

/// All ways in which the values at a place are written, one for each alternative.
pub(super) struct Forms {
    pub(super) forms: Vec<Form>,
    /// The schemas at the place, with what their items are named after.
    schemas: Vec<(WrittenId, Option<String>)>,
}

/// An alternative that is being read.
struct Open {
    id: WrittenId,
    xml: Xml,
    property: Option<String>,
    component: Option<String>,
}

impl Forms {
    pub(super) fn of(schemas: &WrittenSchemas, nodes: &[Node]) -> Self {
        let mut all = Self {
            forms: Vec::new(),
            schemas: Vec::new(),
        };
        let mut seen = HashSet::new();
        let open = nodes.iter().map(|node| Open {
            id: node.id,
            xml: Xml::default(),
            property: node.property.clone(),
            component: None,
        });
        let mut open: Vec<_> = open.rev().collect();
        while let Some(one) = open.pop() {
            if seen.insert(one.id) {
                open.extend(all.add(schemas, one));
            }
        }
        all
    }

    /// Adds an alternative, and returns those that it consists of.
    fn add(&mut self, schemas: &WrittenSchemas, open: Open) -> Vec<Open> {
        let parts = parts(schemas, open.id);
        let component = open.component.or_else(|| root_name(schemas, open.id));
        let own = parts
            .iter()
            .filter_map(|id| schemas.get(*id).xml.as_deref());
        let xml = own.fold(open.xml, |xml, own| Xml {
            node: xml.node.or(own.node),
            name: xml.name.or_else(|| own.name.clone()),
            namespace: xml.namespace.or_else(|| own.namespace.clone()),
            prefix: xml.prefix.or_else(|| own.prefix.clone()),
        });
        let keywords = || parts.iter().flat_map(|id| keywords(schemas, *id));
        let is_array = keywords().any(is_array);
        let inferred = open.property.clone().or_else(|| component.clone());
        let form = form(&xml, inferred, is_array);
        let items = match form.node {
            XmlNode::Element if is_array => form.name.clone(),
            _ => open.property.clone(),
        };
        self.schemas
            .extend(parts.iter().map(|id| (*id, items.clone())));
        let of = |names: &[&str]| -> Vec<WrittenId> {
            let named = keywords().filter(|one| names.contains(&one.name.as_str()));
            named.flat_map(|one| one.operand.schemas()).collect()
        };
        let conditions = of(&["then", "else", "dependentSchemas"]).into_iter();
        self.schemas
            .extend(conditions.map(|id| (id, items.clone())));
        let members: Vec<_> = of(&["anyOf", "oneOf"]);
        if members.is_empty() {
            self.forms.push(form);
        }
        let members = members.into_iter().filter(|id| !is_null(schemas, *id));
        members
            .map(|id| Open {
                id,
                xml: xml.clone(),
                property: open.property.clone(),
                component: component.clone(),
            })
            .rev()
            .collect()
    }

    pub(super) fn is_array(&self) -> bool {
        self.forms.iter().any(|form| form.is_array)
    }

    /// Returns whether the value is in the documents of a direction.
    pub(super) fn travels(&self, schemas: &WrittenSchemas, way: Way) -> bool {
        let flag = match way {
            Way::Request => "readOnly",
            Way::Response => "writeOnly",
        };
        let mut all = self.schemas.iter();
        !all.any(|(id, _)| keywords(schemas, *id).iter().any(|one| one.name == flag))
    }

    /// Returns where the first schema is.
    pub(super) fn span(&self, schemas: &WrittenSchemas) -> Option<Span> {
        let (first, _) = self.schemas.first()?;
        Some(schemas.get(*first).span)
    }

    /// Returns the schemas of properties by name, and those of items and of all other properties as `*`.
    pub(super) fn children(&self, schemas: &WrittenSchemas) -> BTreeMap<String, Vec<Node>> {
        let mut children: BTreeMap<String, Vec<Node>> = BTreeMap::new();
        let mut add = |name: &str, id: WrittenId, property: Option<String>| {
            let node = Node { id, property };
            let nodes = children.entry(name.to_owned()).or_default();
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        };
        for (id, items) in &self.schemas {
            for keyword in keywords(schemas, *id) {
                match (keyword.name.as_str(), &keyword.operand) {
                    ("properties", Operand::Named(entries)) => {
                        for (name, id) in entries {
                            add(name, *id, Some(name.clone()));
                        }
                    }
                    ("items" | "prefixItems" | "unevaluatedItems", operand) => {
                        operand.schemas().for_each(|id| add("*", id, items.clone()));
                    }
                    (
                        "additionalProperties" | "patternProperties" | "unevaluatedProperties",
                        operand,
                    ) => {
                        let name = || Some("*".to_owned());
                        operand.schemas().for_each(|id| add("*", id, name()));
                    }
                    _ => {}
                }
            }
        }
        children
    }
}

fn form(xml: &Xml, inferred: Option<String>, is_array: bool) -> Form {
    let usual = if is_array {
        XmlNode::None
    } else {
        XmlNode::Element
    };
    let node = xml.node.unwrap_or(usual);
    let named = matches!(node, XmlNode::Element | XmlNode::Attribute);
    Form {
        node,
        name: xml.name.clone().or(inferred).filter(|_| named),
        namespace: xml.namespace.clone().filter(|_| named),
        prefix: xml.prefix.clone().filter(|_| named),
        is_array,
    }
}

/// Returns a schema, and all that it consists of by `$ref` and `allOf`.
fn parts(schemas: &WrittenSchemas, id: WrittenId) -> Vec<WrittenId> {
    let mut parts = vec![id];
    let mut next = 0;
    while let Some(id) = parts.get(next).copied() {
        for keyword in keywords(schemas, id) {
            if matches!(keyword.name.as_str(), "$ref" | "$dynamicRef" | "allOf") {
                for id in keyword.operand.schemas() {
                    if !parts.contains(&id) {
                        parts.push(id);
                    }
                }
            }
        }
        next += 1;
    }
    parts
}

/// Returns a schema, and those that references lead to from there.
pub(super) fn behind(schemas: &WrittenSchemas, id: WrittenId) -> Vec<WrittenId> {
    let mut all = vec![id];
    while let Some(id) = all.last().copied() {
        let mut keywords = keywords(schemas, id).iter();
        let reference = keywords.find(|one| one.name == "$ref");
        let target = reference.and_then(|one| one.operand.schemas().next());
        match target.filter(|target| !all.contains(target)) {
            Some(target) => all.push(target),
            None => break,
        }
    }
    all
}

/// Returns the name of the component that a schema is, or refers to.
pub(super) fn root_name(schemas: &WrittenSchemas, id: WrittenId) -> Option<String> {
    let mut all = behind(schemas, id).into_iter();
    all.find_map(|id| schemas.get(id).name.clone())
}

fn keywords(schemas: &WrittenSchemas, id: WrittenId) -> &[Keyword] {
    match &schemas.get(id).form {
        Content::Keywords(keywords) => keywords,
        Content::Bool(_) | Content::Faulty => &[],
    }
}

fn is_array(keyword: &Keyword) -> bool {
    keyword.name == "type" && names_type(&keyword.operand, "array")
}

fn is_null(schemas: &WrittenSchemas, id: WrittenId) -> bool {
    let null = |one: &Keyword| one.name == "type" && one.operand == Operand::Data("null".into());
    keywords(schemas, id).iter().any(null)
}

fn names_type(operand: &Operand, name: &str) -> bool {
    match operand {
        Operand::Data(serde_json::Value::String(one)) => one == name,
        Operand::Data(serde_json::Value::Array(all)) => all.iter().any(|one| one == name),
        _ => false,
    }
}
