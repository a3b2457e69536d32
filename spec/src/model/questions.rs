//! Questions about the model that many readers have.

use std::collections::{HashMap, HashSet};

use super::{
    Api, Enumeration, Kind, MediaType, Member, Object, Operation, Property, Requirement, Response,
    Schema, SchemaId, Server, Status, Stream, Tag, Text,
};

impl Api {
    /// Returns whether a schema allows `null` in addition to other values. That is not so if it
    /// allows any value or only `null`.
    #[must_use]
    pub fn is_nullable(&self, mut id: SchemaId) -> bool {
        let behind = &self.schema(self.resolve(id)).kind;
        if matches!(behind, Kind::Any | Kind::Null | Kind::Never) {
            return false;
        }
        loop {
            let schema = self.schema(id);
            match schema.kind {
                _ if schema.nullable => return true,
                Kind::Alias(target) => id = target,
                _ => return false,
            }
        }
    }

    /// Returns the property at a path of names, starting at the values of a schema; `None` for an
    /// empty path.
    #[must_use]
    pub fn property_at(&self, id: SchemaId, way: &[String]) -> Option<&Property> {
        let mut from = id;
        let mut found = None;
        for name in way {
            let object = self.object(from)?;
            let property = object.properties.iter().find(|one| one.name == *name)?;
            from = property.schema;
            found = Some(property);
        }
        found
    }

    /// Returns whether `itemSchema` gives the `data` of some events another form than that of
    /// others, and no name tells these events apart.
    #[must_use]
    pub fn varies(&self, media: &MediaType) -> bool {
        let has_one_type = media.stream.as_ref().is_some_and(Stream::is_of_data);
        let event = media.item_schema.filter(|_| has_one_type);
        event.is_some_and(|id| !self.members(id).is_empty())
    }

    /// Returns the members of a union; none if the schema is not a union.
    #[must_use]
    pub fn members(&self, id: SchemaId) -> &[Member] {
        match &self.schema(self.resolve(id)).kind {
            Kind::Union(union) => &union.members,
            _ => &[],
        }
    }

    /// Returns the object that values are, behind references.
    #[must_use]
    pub fn object(&self, id: SchemaId) -> Option<&Object> {
        self.schema(self.resolve(id)).object()
    }

    /// Returns the schema of all items of a list, behind references; `None` for anything else, also
    /// for lists whose first items have other schemas.
    #[must_use]
    pub fn item(&self, id: SchemaId) -> Option<SchemaId> {
        match &self.schema(self.resolve(id)).kind {
            Kind::Array(array) if array.prefix.is_empty() => Some(array.items),
            _ => None,
        }
    }

    /// Returns the text that values are, behind references.
    #[must_use]
    pub fn text(&self, id: SchemaId) -> Option<&Text> {
        self.schema(self.resolve(id)).text()
    }

    /// Returns the values that are listed, behind references.
    #[must_use]
    pub fn enumeration(&self, id: SchemaId) -> Option<&Enumeration> {
        self.schema(self.resolve(id)).enumeration()
    }

    /// Returns whether any JSON value is allowed.
    #[must_use]
    pub fn is_any(&self, id: SchemaId) -> bool {
        matches!(self.schema(self.resolve(id)).kind, Kind::Any)
    }

    /// Returns whether values are arrays or objects.
    #[must_use]
    pub fn is_compound(&self, id: SchemaId) -> bool {
        let kind = &self.schema(self.resolve(id)).kind;
        matches!(kind, Kind::Array(_) | Kind::Object(_))
    }

    /// Returns whether values are integers.
    #[must_use]
    pub fn is_integer(&self, id: SchemaId) -> bool {
        matches!(self.schema(self.resolve(id)).kind, Kind::Integer { .. })
    }

    /// Returns whether values are `true` and `false`.
    #[must_use]
    pub fn is_boolean(&self, id: SchemaId) -> bool {
        matches!(self.schema(self.resolve(id)).kind, Kind::Boolean)
    }

    /// Returns whether values are strings.
    #[must_use]
    pub fn is_string(&self, id: SchemaId) -> bool {
        self.text(id).is_some()
    }

    /// Returns whether values are strings without a format or pattern.
    #[must_use]
    pub fn is_plain_text(&self, id: SchemaId) -> bool {
        let text = self.text(id);
        text.is_some_and(|text| text.format.is_none() && text.pattern.is_none())
    }

    /// Returns whether values are strings without a format: clients, which check no pattern, send
    /// any of them.
    #[must_use]
    pub fn is_any_text(&self, id: SchemaId) -> bool {
        self.text(id).is_some_and(|text| text.format.is_none())
    }
}

impl Api {
    /// Returns the operations by their first tag, as indices, in the order of the tags; those
    /// without a tag come last.
    #[must_use]
    pub fn by_tag(&self) -> Vec<(Option<&Tag>, Vec<usize>)> {
        let mut members: HashMap<_, Vec<_>> = HashMap::new();
        for (index, operation) in self.operations.iter().enumerate() {
            members.entry(operation.tag()).or_default().push(index);
        }
        let tags = self.tags.iter().map(Some).chain([None]);
        tags.filter_map(|tag| Some((tag, members.remove(&tag.map(|tag| tag.name.as_str()))?)))
            .collect()
    }

    /// Returns the server that clients send an operation to, if any is described.
    #[must_use]
    pub fn server<'a>(&'a self, operation: &'a Operation) -> Option<&'a Server> {
        operation.servers.first().or(self.servers.first())
    }

    /// Returns the server addresses of all operations, as they are written and without duplicates;
    /// an empty one is that of the host that serves the description.
    #[must_use]
    pub fn addresses(&self) -> Vec<&str> {
        let mut known = HashSet::new();
        let addresses = self.operations.iter().map(|operation| {
            let server = self.server(operation);
            server.map_or("", |server| server.url.as_str())
        });
        addresses.filter(|address| known.insert(*address)).collect()
    }
}

impl Schema {
    /// Returns the schema that it refers to, if it only refers to another one.
    #[must_use]
    pub const fn target(&self) -> Option<SchemaId> {
        match self.kind {
            Kind::Alias(target) => Some(target),
            _ => None,
        }
    }

    /// Returns the object that its values are; `None` if they are not objects.
    #[must_use]
    pub const fn object(&self) -> Option<&Object> {
        match &self.kind {
            Kind::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the text that its values are; `None` if they are not strings, or are listed.
    #[must_use]
    pub const fn text(&self) -> Option<&Text> {
        match &self.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the values that are listed; `None` if they are not.
    #[must_use]
    pub const fn enumeration(&self) -> Option<&Enumeration> {
        match &self.kind {
            Kind::Enumeration(list) => Some(list),
            _ => None,
        }
    }
}

impl Operation {
    /// Returns the tag that the operation is grouped by: its first one.
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        self.tags.first().map(String::as_str)
    }

    /// Returns the response that is declared for a status: for the status, or else for its class,
    /// or else for all (OpenAPI 3.0.3 §4.7.16).
    #[must_use]
    pub fn response(&self, status: u16) -> Option<&Response> {
        let class = u8::try_from(status / 100).ok()?;
        let wanted = [Status::Code(status), Status::Range(class), Status::Default];
        let declared = |wanted: &Status| self.responses.iter().find(|one| one.status == *wanted);
        wanted.iter().find_map(declared)
    }

    /// Returns the security alternatives; empty if the only one is to send no credential.
    #[must_use]
    pub fn alternatives(&self) -> &[Requirement] {
        let takes_one = self.security.iter().any(|one| !one.schemes.is_empty());
        if takes_one { &self.security } else { &[] }
    }

    /// Returns whether it accepts a credential.
    #[must_use]
    pub fn takes_credential(&self) -> bool {
        !self.alternatives().is_empty()
    }

    /// Returns whether it requires a credential.
    #[must_use]
    pub fn needs_credential(&self) -> bool {
        let mut alternatives = self.alternatives().iter();
        self.takes_credential() && alternatives.all(|one| !one.schemes.is_empty())
    }
}

/// Returns a media type without parameters, in lower case (RFC 9110 §8.3.1).
#[must_use]
pub fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Returns whether a media type is JSON: `application/json`, `text/json` or `…+json` (RFC 6839
/// §3.1).
#[must_use]
pub fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    matches!(essence.as_str(), "application/json" | "text/json") || essence.ends_with("+json")
}
