//! The resolved description: plain data, independent of any target language.
//!
//! There are no references. A schema is an index into [`Api::schemas`], so that recursive schemas
//! need no pointers.

mod body;
mod global;
mod operation;
pub mod page_names;
mod pagination;
mod parameter;
mod path;
mod questions;
mod schema;
mod security;
mod states;
mod stream;
mod tool;
mod value_list;
mod whole;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

pub use self::body::{Body, Encoding, Example, Header, Link, MediaType, Response, Status};
pub use self::global::Global;
pub use self::operation::{
    Callback, Deprecation, Method, Operation, PathSegment, QueryString, SdkName, Webhook,
};
pub use self::pagination::{PageBy, Pagination};
pub use self::parameter::{Location, Parameter, Style};
pub(crate) use self::path::path_shape;
pub use self::questions::{essence, is_json};
pub(crate) use self::schema::ends_of_aliases;
pub use self::schema::{
    Additional, Array, Base, Bounds, Direction, Discriminator, EnumBase, Enumeration, Heir, Kind,
    Member, Object, Property, Schema, SchemaId, Text, Union, UnionMode,
};
pub use self::security::{Flow, FlowKind, Requirement, SecurityKind, SecurityScheme};
pub use self::states::{Cause, StateMachine, Transition};
pub use self::stream::{Framing, PartContent, Stream, StreamPart, StreamSource};
pub use self::tool::{IS_DESTRUCTIVE, IS_TOOL};
pub use self::value_list::ValueList;
pub(crate) use self::written::Resource;
pub use self::written::{Form, Keyword, Operand, Written, WrittenId, WrittenSchemas, Xml, XmlNode};

/// Vendor extensions (`x-…`), by name.
pub type Extensions = BTreeMap<String, serde_json::Value>;

/// A description.
#[derive(Debug, Serialize)]
pub struct Api {
    /// The `openapi` field: the version of OpenAPI that the description is written in.
    pub openapi: String,
    /// The URI of the description (`$self`, 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// The title of the API.
    pub title: String,
    /// The version of the API, as it is written.
    pub version: String,
    /// The documentation of the API (CommonMark).
    pub description: Option<String>,
    /// The servers of the API, the default one first; `/` where none is given.
    pub servers: Vec<Server>,
    /// The tags, in the order of the description, those without a declaration last.
    pub tags: Vec<Tag>,
    /// The operations, in the order of the description.
    pub operations: Vec<Operation>,
    /// The parameters that clients set for all operations (`x-globals`), each name once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<Global>,
    /// The requests that the API sends (`webhooks`, or `x-webhooks` in 3.0).
    pub webhooks: Vec<Webhook>,
    /// All schemas, named or not; [`SchemaId`] is an index into them.
    pub schemas: Vec<Schema>,
    /// What each schema is an alias of in the end, or itself.
    #[serde(skip)]
    pub(crate) ends: Vec<SchemaId>,
    /// The schemas as they are written; see [`Api::whole`].
    #[serde(skip)]
    pub written: Arc<WrittenSchemas>,
    /// The security schemes, in the order of the description.
    pub security_schemes: Vec<SecurityScheme>,
    /// Vendor extensions of the document.
    pub extensions: Extensions,
    /// The schemas that others inherit from, where a discriminator selects the heir.
    #[serde(skip)]
    pub bases: Vec<Base>,
    /// The counts of objects in the document, before it was resolved.
    pub found: Found,
}

/// How many objects of each kind a document has, counted on its tree and not in the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Methods of paths.
    pub operations: usize,
    /// Parameters of operations, those of their paths included.
    pub parameters: usize,
    /// Request bodies of operations.
    pub bodies: usize,
    /// Responses of operations.
    pub responses: usize,
    /// Named schemas.
    pub schemas: usize,
}

/// An address of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Server {
    /// The address; `{name}` is a variable in it.
    pub url: String,
    /// The documentation of the server.
    pub description: Option<String>,
    /// The variables of the address.
    pub variables: Vec<ServerVariable>,
    /// Where the address is in the description; `None` for the default server.
    #[serde(skip)]
    pub span: Option<crate::source::Span>,
}

/// A variable of a server's address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerVariable {
    /// The name, as written in the address.
    pub name: String,
    /// The default value.
    pub default: String,
    /// The values it can have; empty for any.
    pub values: Vec<String>,
    /// The documentation of the variable.
    pub description: Option<String>,
}

/// A group of operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// A short name for people (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The documentation of the group.
    pub description: Option<String>,
    /// The tag above this one (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The purpose of the group, such as `nav` or `audience` (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// The provenance of one part of the description (`x-provenance`, `x-source`).
///
/// A mark applies to the part that has it: that of an operation to its method and path, that of a
/// response to its status. Their parts have separate marks, or else that of the description. Only
/// the contents of a schema, a parameter or a header inherit its mark.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Provenance {
    /// The kind of provenance.
    pub basis: Basis,
    /// The section of the source; parts that inherit it share the text.
    pub source: Option<Arc<str>>,
}

impl Provenance {
    /// Returns the weakest provenance.
    pub fn weakest<'p>(all: impl IntoIterator<Item = &'p Self>) -> Option<&'p Self> {
        // Of several equal ones, `max_by_key` returns the last: the most specific one.
        all.into_iter().max_by_key(|one| one.basis)
    }
}

/// The kinds of provenance, from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The published interface; the default for descriptions without marks.
    #[default]
    Stated,
    /// A standard that the interface invokes.
    Standard,
    /// The author of the description alone.
    Assumed,
}

impl Api {
    /// Returns a schema.
    ///
    /// # Panics
    /// Panics if the id belongs to another description.
    #[must_use]
    pub fn schema(&self, id: SchemaId) -> &Schema {
        &self.schemas[id.index()]
    }

    /// Resolves a schema through aliases.
    ///
    /// # Panics
    /// Panics if the id belongs to another description.
    #[must_use]
    pub fn resolve(&self, id: SchemaId) -> SchemaId {
        self.ends[id.index()]
    }

    /// Returns the ids of all schemas.
    pub fn schema_ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        (0..self.schemas.len()).map(SchemaId::from_index)
    }

    /// Returns an operation by its id.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }
}
