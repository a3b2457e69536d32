//! Schemas as they are written, keyword by keyword, including what types cannot express.

use std::sync::OnceLock;

use serde_json::Value;

use crate::source::Span;

/// The index of a schema in [`WrittenSchemas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WrittenId(u32);

impl WrittenId {
    pub(crate) fn from_index(index: usize) -> Self {
        Self(crate::source::offset(index))
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All schemas of a description as they are written, with references resolved.
#[derive(Debug, Clone, Default)]
pub struct WrittenSchemas {
    pub(crate) list: Vec<Written>,
    pub(crate) resources: Vec<Resource>,
    /// Whether a schema says how its values are written in XML.
    pub(crate) has_xml: bool,
    /// Whether each schema is dynamic, once someone has asked.
    pub(super) dynamic: OnceLock<Vec<bool>>,
}

/// A schema as it is written.
///
/// Annotations (`title`, `description`, examples, …) are left out, and identifiers (`$id`,
/// `$anchor`, `$defs`) are resolved. Syntax of older versions is converted to JSON Schema 2020-12.
#[derive(Debug, Clone)]
pub struct Written {
    /// Where it is in the description.
    pub span: Span,
    /// Its name, if it is a named schema.
    pub name: Option<String>,
    /// Whether `null` is allowed in addition (`nullable`).
    pub nullable: bool,
    /// The contents of the schema.
    pub form: Form,
    /// How its values are written in XML, if it says so. References and parts are separate.
    pub xml: Option<Box<Xml>>,
    /// Whether references lead here, so that it is rendered once under `$defs`.
    pub(crate) apart: bool,
    /// The schema resource (JSON Schema 2020-12 §4.3.5), if it has dynamic anchors.
    pub(crate) resource: Option<usize>,
}

/// How values are written in XML (OpenAPI 3.1.0 §4.8.26). `None` is what the schema leaves open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Xml {
    /// The kind of node.
    pub node: Option<XmlNode>,
    /// The name of the element or attribute.
    pub name: Option<String>,
    /// The URI of the namespace.
    pub namespace: Option<String>,
    /// The prefix of the name.
    pub prefix: Option<String>,
}

/// A kind of XML node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XmlNode {
    /// An element. For an array, it is around the items (`wrapped`).
    Element,
    /// An attribute of the element around it.
    Attribute,
    /// Text in the element around it.
    Text,
    /// A CDATA section in the element around it.
    Cdata,
    /// None: the nodes of what the schema contains are in its place.
    None,
}

/// A written schema.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// `true` or `false`: any value, or no value.
    Bool(bool),
    /// Keywords, in the order of the description.
    Keywords(Vec<Keyword>),
    /// A schema with an error that was reported. Any value is allowed.
    Faulty,
}

/// A keyword of a written schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Keyword {
    /// The JSON Schema 2020-12 keyword.
    pub name: String,
    /// Where the keyword is in the description.
    pub span: Span,
    /// The operand of the keyword.
    pub operand: Operand,
}

impl Keyword {
    /// Returns whether no type of the model expresses the keyword.
    #[must_use]
    pub fn is_residual(&self) -> bool {
        RESIDUAL.contains(&self.name.as_str())
    }
}

/// Keywords that types cannot express.
const RESIDUAL: &[&str] = &[
    "$dynamicRef",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "not",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The operand of a keyword.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// Plain data, as for `minimum`.
    Data(Value),
    /// A schema, as for `not`.
    Schema(WrittenId),
    /// A list of schemas, as for `allOf`.
    List(Vec<WrittenId>),
    /// Schemas by name, as for `properties`.
    Named(Vec<(String, WrittenId)>),
    /// The schema that `$ref` leads to.
    Reference(WrittenId),
    /// The dynamic anchor that `$dynamicRef` names, and the schema that it leads to first.
    Dynamic(String, WrittenId),
}

impl Operand {
    /// Returns the schemas in it, those that it refers to included.
    pub fn schemas(&self) -> impl Iterator<Item = WrittenId> {
        let (one, list, named): (Option<WrittenId>, &[WrittenId], &[(String, WrittenId)]) =
            match self {
                Self::Data(_) => (None, &[], &[]),
                Self::Schema(id) | Self::Reference(id) | Self::Dynamic(_, id) => {
                    (Some(*id), &[], &[])
                }
                Self::List(ids) => (None, ids, &[]),
                Self::Named(entries) => (None, &[], entries),
            };
        let named = named.iter().map(|(_, id)| *id);
        one.into_iter().chain(list.iter().copied()).chain(named)
    }
}

/// A schema resource with dynamic anchors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Resource {
    /// The schema that is the root of the resource, if it is a schema.
    pub(crate) root: Option<WrittenId>,
    /// The dynamic anchors.
    pub(crate) anchors: Vec<(String, WrittenId)>,
}

impl WrittenSchemas {
    /// Returns a schema.
    ///
    /// # Panics
    /// Panics if the id belongs to another description.
    #[must_use]
    pub fn get(&self, id: WrittenId) -> &Written {
        &self.list[id.index()]
    }

    /// Returns whether a schema is `nullable`, and its `enum` has no `null`. By OpenAPI 3.0.3
    /// (§4.7.24), `null` is invalid then, but many services send it all the same.
    #[must_use]
    pub fn is_null_unlisted(&self, id: WrittenId) -> bool {
        let mut lists = self.keywords(id).iter().filter(|one| one.name == "enum");
        let unlisted = lists.any(|one| match &one.operand {
            Operand::Data(Value::Array(values)) => !values.contains(&Value::Null),
            _ => false,
        });
        self.get(id).nullable && unlisted
    }

    /// Returns the keywords of a schema; empty for `true` and `false`.
    pub fn keywords(&self, id: WrittenId) -> &[Keyword] {
        match &self.get(id).form {
            Form::Keywords(keywords) => keywords,
            Form::Bool(_) | Form::Faulty => &[],
        }
    }
}
