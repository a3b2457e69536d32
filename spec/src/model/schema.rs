//! Schemas: the allowed values.

use serde::Serialize;
use serde_json::Value;

use super::{Extensions, Provenance, StateMachine, ValueList, WrittenId};
use crate::source::Span;

/// The index of a schema in [`Api::schemas`](super::Api::schemas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SchemaId(u32);

impl SchemaId {
    pub(crate) fn from_index(index: usize) -> Self {
        Self(crate::source::offset(index))
    }

    /// Returns the index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns what each schema is an alias of in the end, or itself. Chains of aliases can be as long as
/// the description, and are often followed.
pub(crate) fn ends_of_aliases(schemas: &[Schema]) -> Vec<SchemaId> {
    let mut ends = vec![None; schemas.len()];
    let mut chain = Vec::new();
    for index in 0..schemas.len() {
        let mut last = SchemaId::from_index(index);
        let end = loop {
            match (ends[last.index()], &schemas[last.index()].kind) {
                (Some(end), _) => break end,
                (None, Kind::Alias(target)) => {
                    chain.push(last);
                    last = *target;
                }
                (None, _) => break last,
            }
        };
        chain.push(last);
        for link in chain.drain(..) {
            ends[link.index()] = Some(end);
        }
    }
    ends.into_iter().flatten().collect()
}

/// The schema of the values at one place.
#[derive(Debug, Clone, Serialize)]
pub struct Schema {
    /// The name under `components/schemas`; `None` for an inline schema.
    pub name: Option<String>,
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// The kind of value.
    pub kind: Kind,
    /// The union that an alias was simplified from, if it has a discriminator and one member.
    /// Values of the discriminator that do not select the member are invalid.
    #[serde(skip)]
    pub sole: Option<Box<Union>>,
    /// The schema as it is written; `None` if any value is allowed.
    #[serde(skip)]
    pub written: Option<WrittenId>,
    /// Whether `null` is allowed in addition.
    pub nullable: bool,
    /// A short name for people.
    pub title: Option<String>,
    /// The documentation of the value (CommonMark).
    pub description: Option<String>,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// Whether only responses have it.
    pub read_only: bool,
    /// Whether only requests have it.
    pub write_only: bool,
    /// The default value.
    pub default: Option<Value>,
    /// Sample values.
    pub examples: Vec<Value>,
    /// In which direction values of this schema travel.
    pub direction: Direction,
    /// The states of the resource, if the schema has any.
    pub states: Option<StateMachine>,
    /// The provenance of the schema.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// In which direction values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Direction {
    /// To the API, or in the response to a webhook.
    pub request: bool,
    /// From the API, or in a webhook's body.
    pub response: bool,
}

/// The kinds of schema.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Any value.
    Any,
    /// No value at all.
    Never,
    /// Only `null`.
    Null,
    /// Another schema, with additional annotations.
    Alias(SchemaId),
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer {
        /// The `format`, such as `int32`.
        format: Option<String>,
        /// The range.
        bounds: Bounds,
    },
    /// A number.
    Number {
        /// The `format`, such as `double`.
        format: Option<String>,
        /// The range.
        bounds: Bounds,
    },
    /// A string.
    String(Text),
    /// One of a list of values.
    Enumeration(Enumeration),
    /// An array.
    Array(Array),
    /// An object.
    Object(Object),
    /// One of several schemas.
    Union(Union),
}

/// The range of a number, each bound as decimal text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Bounds {
    /// The minimum.
    pub minimum: Option<String>,
    /// Whether the minimum itself is excluded.
    pub exclusive_minimum: bool,
    /// The maximum.
    pub maximum: Option<String>,
    /// Whether the maximum itself is excluded.
    pub exclusive_maximum: bool,
    /// The number that the value must be a multiple of.
    pub multiple_of: Option<String>,
}

impl Bounds {
    /// Returns whether there is no bound.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The constraints of a string.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Text {
    /// The `format`, such as `date-time`.
    pub format: Option<String>,
    /// The minimum number of characters.
    pub min_length: Option<u64>,
    /// The maximum number of characters.
    pub max_length: Option<u64>,
    /// A regular expression (ECMA-262) that a part of the string must match.
    pub pattern: Option<String>,
    /// The schema of the JSON in the string (`contentSchema`, if `contentMediaType` is JSON).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<SchemaId>,
}

/// A list of values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enumeration {
    /// The type that the values share.
    pub base: EnumBase,
    /// The values, without `null`.
    pub values: ValueList,
    /// Whether the schema allows any other value as well, so that the list is a hint.
    pub open: bool,
    /// Whether responses may have other values, and requests may not (`x-extensible-enum`).
    pub extensible: bool,
}

/// The type that the values of an enumeration share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnumBase {
    /// All are strings.
    String,
    /// All are integers.
    Integer,
    /// They have several types, or a type that enumerations do not support.
    Other,
}

/// The constraints of an array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Array {
    /// The schema of every item after the prefix.
    pub items: SchemaId,
    /// The schemas of the first items (3.1 `prefixItems`).
    pub prefix: Vec<SchemaId>,
    /// The minimum number of items.
    pub min_items: Option<u64>,
    /// The maximum number of items.
    pub max_items: Option<u64>,
    /// Whether no two items may be equal.
    pub unique: bool,
}

/// The constraints of an object.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Object {
    /// The properties, in the order of the description.
    pub properties: Vec<Property>,
    /// The schema of additional properties.
    pub additional: Additional,
    /// The minimum number of properties.
    pub min_properties: Option<u64>,
    /// The maximum number of properties.
    pub max_properties: Option<u64>,
}

/// A property of an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Property {
    /// The name, as it is sent.
    pub name: String,
    /// The type of the property.
    pub schema: SchemaId,
    /// Whether it is required.
    pub required: bool,
}

/// The additional properties of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Additional {
    /// Any properties, without a schema.
    #[default]
    Unspecified,
    /// No properties.
    Forbidden,
    /// Properties with this schema.
    Schema(SchemaId),
}

/// One of several schemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Union {
    /// Whether exactly one or at least one must match.
    pub mode: UnionMode,
    /// The schemas.
    pub members: Vec<Member>,
    /// The discriminator, if there is one.
    pub discriminator: Option<Discriminator>,
}

/// How many members of a union must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnionMode {
    /// `oneOf`: exactly one.
    OneOf,
    /// `anyOf`: at least one.
    AnyOf,
}

/// A member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The type of the member.
    pub schema: SchemaId,
    /// The discriminator values that select it; empty without a discriminator.
    pub values: Vec<String>,
}

/// The property that distinguishes the members of a union.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Discriminator {
    /// The name of the property.
    pub property: String,
    /// The schema for values that select no member, and for an absent value (`defaultMapping`,
    /// 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<SchemaId>,
}

/// A schema that others inherit from by `allOf`, and whose discriminator selects the heir.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// The schema itself.
    pub schema: SchemaId,
    /// The property whose value names the heir.
    pub property: String,
    /// The heirs, once for each value that selects one.
    pub heirs: Vec<Heir>,
}

/// A schema that inherits from a [`Base`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heir {
    /// The value of the discriminator.
    pub value: String,
    /// The schema.
    pub schema: SchemaId,
}
