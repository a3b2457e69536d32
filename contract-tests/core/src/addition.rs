//! Adds to a response what a deployment may add at any time.

use std::fmt;

use spec::Api;
use spec::model::{Additional, EnumBase, Enumeration, Kind, Object, SchemaId, Union};

use crate::json::Json;
use crate::lookup;

/// A kind of addition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addition {
    /// Nothing: the client runs against unchanged responses.
    Nothing,
    /// Properties that no schema names.
    Fields,
    /// Values of extensible enumerations that the description does not list.
    EnumValues,
    /// Union members that the description does not name.
    UnionMembers,
    /// Header fields.
    Headers,
    /// The announcement of a sunset: `Deprecation`, `Sunset` and `Link`.
    Sunset,
    /// All of them at once.
    All,
}

impl Addition {
    /// All kinds, in the order in which they are tried.
    pub const EACH: [Self; 6] = [
        Self::Fields,
        Self::EnumValues,
        Self::UnionMembers,
        Self::Headers,
        Self::Sunset,
        Self::All,
    ];

    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Fields => "fields",
            Self::EnumValues => "enum-values",
            Self::UnionMembers => "union-members",
            Self::Headers => "headers",
            Self::Sunset => "sunset",
            Self::All => "all",
        }
    }
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name of the added properties, which no description has.
const MEMBER: &str = "conformanceAddition";

/// The added value, which no enumeration has.
const VALUE: &str = "CONFORMANCE_ADDITION";

/// The added number, which no enumeration has.
const NUMBER: &str = "2046820111";

/// The maximum depth to which a body is changed.
const DEPTH: usize = 64;

/// The maximum number of changes that are made in one body.
const MOST: usize = 20_000;

/// Returns a body with an addition at every place that its schema allows, or `None` if there is no
/// such place.
#[must_use]
pub fn extended(api: &Api, schema: SchemaId, body: &Json, addition: Addition) -> Option<Json> {
    let mut body = body.clone();
    let mut change = Change {
        api,
        addition,
        left: MOST,
    };
    change.visit(&concrete(api, schema), &mut body, DEPTH);
    (change.left < MOST).then_some(body)
}

struct Change<'a> {
    api: &'a Api,
    addition: Addition,
    left: usize,
}

impl<'a> Change<'a> {
    fn has(&self, addition: Addition) -> bool {
        self.addition == addition || self.addition == Addition::All
    }

    fn visit(&mut self, schemas: &[SchemaId], value: &mut Json, depth: usize) {
        if depth == 0 || self.left == 0 {
            return;
        }
        match value {
            Json::Object(members) => self.object(schemas, members, depth),
            Json::Array(items) => {
                let inner = self.inner(schemas, |kind| match kind {
                    Kind::Array(array) => Some(array.items),
                    _ => None,
                });
                for item in items {
                    self.visit(&inner, item, depth - 1);
                }
            }
            Json::String(_) | Json::Number(_) if self.has(Addition::EnumValues) => {
                self.value(schemas, value);
            }
            _ => {}
        }
    }

    fn object(&mut self, schemas: &[SchemaId], members: &mut Vec<(Box<str>, Json)>, depth: usize) {
        let api = self.api;
        let chosen = self.chosen(schemas, members);
        for (name, value) in members.iter_mut() {
            let inner = self.inner(&chosen, |kind| match kind {
                Kind::Object(object) => member(object, name),
                _ => None,
            });
            self.visit(&inner, value, depth - 1);
        }
        let objects = chosen.iter().filter_map(|id| match &api.schema(*id).kind {
            Kind::Object(object) => Some(object),
            _ => None,
        });
        // The keys of a map are data, and where further properties are forbidden nothing may be
        // added.
        let is_open = |object: &Object| {
            object.additional == Additional::Unspecified && !object.properties.is_empty()
        };
        let is_open =
            !chosen.is_empty() && objects.clone().count() > 0 && objects.clone().all(is_open);
        if is_open && self.has(Addition::Fields) {
            self.left -= 1;
            let inside = vec![(Box::from("of"), Json::Array(vec![Json::Null]))];
            members.push((MEMBER.into(), Json::Object(inside)));
        }
        if self.has(Addition::UnionMembers) {
            self.union_member(schemas, members);
        }
    }

    /// Returns the schemas that an object follows: in a union with a discriminator, only the one
    /// that it names.
    fn chosen(&self, schemas: &[SchemaId], members: &[(Box<str>, Json)]) -> Vec<SchemaId> {
        let mut chosen = Vec::new();
        for id in schemas {
            let Kind::Union(union) = &self.api.schema(*id).kind else {
                chosen.push(*id);
                continue;
            };
            let named = named(union, members);
            let mut own = union.members.iter();
            let named =
                own.find(|one| named.is_some_and(|name| one.values.iter().any(|v| v == name)));
            if let Some(one) = named {
                chosen.extend(concrete(self.api, one.schema));
            } else {
                let all = union.members.iter();
                chosen.extend(all.flat_map(|one| concrete(self.api, one.schema)));
            }
        }
        chosen
    }

    /// Gives a union's discriminator a value that names no member.
    fn union_member(&mut self, schemas: &[SchemaId], members: &mut [(Box<str>, Json)]) {
        for id in schemas {
            let Kind::Union(Union {
                discriminator: Some(by),
                ..
            }) = &self.api.schema(*id).kind
            else {
                continue;
            };
            let mut own = members.iter_mut();
            if let Some((_, value)) = own.find(|(name, _)| **name == *by.property) {
                self.left = self.left.saturating_sub(1);
                *value = Json::String(VALUE.into());
            }
        }
    }

    /// Gives an extensible enumeration a value that it does not list.
    fn value(&mut self, schemas: &[SchemaId], value: &mut Json) {
        let lists = schemas
            .iter()
            .filter_map(|id| match &self.api.schema(*id).kind {
                Kind::Enumeration(list) => Some(list),
                _ => None,
            });
        let lists: Vec<&Enumeration> = lists.collect();
        let is_open = |list: &&Enumeration| list.open || list.extensible;
        if lists.is_empty() || lists.len() != schemas.len() || !lists.iter().all(is_open) {
            return;
        }
        let new = match lists[0].base {
            EnumBase::String => Json::String(VALUE.into()),
            EnumBase::Integer => Json::Number(NUMBER.into()),
            EnumBase::Other => return,
        };
        if new.type_name() == value.type_name() {
            self.left -= 1;
            *value = new;
        }
    }

    fn inner(
        &self,
        schemas: &[SchemaId],
        step: impl Fn(&'a Kind) -> Option<SchemaId>,
    ) -> Vec<SchemaId> {
        let found = schemas
            .iter()
            .filter_map(|id| step(&self.api.schema(*id).kind));
        found.flat_map(|id| concrete(self.api, id)).collect()
    }
}

fn member(object: &Object, name: &str) -> Option<SchemaId> {
    let own = object.properties.iter().find(|one| one.name == name);
    own.map(|one| one.schema).or(match object.additional {
        Additional::Schema(schema) => Some(schema),
        _ => None,
    })
}

/// Returns the value of the discriminator.
fn named<'m>(union: &Union, members: &'m [(Box<str>, Json)]) -> Option<&'m str> {
    let by = union.discriminator.as_ref()?;
    let mut own = members.iter();
    own.find(|(name, _)| **name == *by.property)?.1.as_str()
}

/// Returns the schemas that a value may have, resolved through aliases and unions without a
/// discriminator.
fn concrete(api: &Api, id: SchemaId) -> Vec<SchemaId> {
    let mut found = lookup::concrete(api, id, |union| union.discriminator.is_none());
    found.retain(|id| !matches!(api.schema(*id).kind, Kind::Null | Kind::Never));
    found
}
