//! Compares schemas: two are the same if no value distinguishes them.

use std::collections::HashSet;

use spec::model::{Additional, Api, Kind, Member, Object, Property, SchemaId};

/// Returns the members of a union without duplicates. Where exactly one member must match, two
/// equal ones would allow no value at all.
pub(super) fn distinct(api: &Api, members: &[Member]) -> Vec<SchemaId> {
    /// With more members than this, none is dropped, since comparing them takes quadratic time.
    const MOST: usize = 256;
    if members.len() > MOST {
        return members.iter().map(|member| member.schema).collect();
    }
    let mut distinct: Vec<SchemaId> = Vec::new();
    for member in members {
        let is_new = |known: &SchemaId| !Comparison::new(api).schemas(*known, member.schema);
        if distinct.iter().all(is_new) {
            distinct.push(member.schema);
        }
    }
    distinct
}

struct Comparison<'a> {
    api: &'a Api,
    /// Pairs that are being compared, or were: schemas can be recursive.
    assumed: HashSet<(SchemaId, SchemaId)>,
}

impl<'a> Comparison<'a> {
    /// The maximum number of pairs that are compared.
    const MOST: usize = 1_000;

    fn new(api: &'a Api) -> Self {
        let assumed = HashSet::new();
        Self { api, assumed }
    }

    fn schemas(&mut self, a: SchemaId, b: SchemaId) -> bool {
        if a == b || !self.assumed.insert((a, b)) {
            return true;
        }
        let (one, other) = (self.api.schema(a), self.api.schema(b));
        let says_the_same = one.read_only == other.read_only && one.write_only == other.write_only;
        if self.assumed.len() > Self::MOST || one.nullable != other.nullable || !says_the_same {
            return false;
        }
        match (&one.kind, &other.kind) {
            (Kind::Alias(a), Kind::Alias(b)) => self.schemas(*a, *b),
            // Keywords beside a reference were compared; following only the reference would lose
            // `null`.
            (Kind::Alias(a), _) if !one.nullable => self.schemas(*a, b),
            (_, Kind::Alias(b)) if !one.nullable => self.schemas(a, *b),
            (Kind::Array(one), Kind::Array(other)) => {
                let counts =
                    |array: &spec::model::Array| (array.min_items, array.max_items, array.unique);
                counts(one) == counts(other)
                    && self.schemas(one.items, other.items)
                    && self.all(&one.prefix, &other.prefix)
            }
            (Kind::Object(one), Kind::Object(other)) => self.objects(one, other),
            (Kind::Union(one), Kind::Union(other)) => {
                let schemas = |members: &[Member]| -> Vec<_> {
                    members.iter().map(|member| member.schema).collect()
                };
                let values = |members: &[Member]| -> Vec<_> {
                    members.iter().map(|member| member.values.clone()).collect()
                };
                one.mode == other.mode
                    && one.discriminator == other.discriminator
                    && values(&one.members) == values(&other.members)
                    && self.all(&schemas(&one.members), &schemas(&other.members))
            }
            (one, other) => one == other,
        }
    }

    fn all(&mut self, a: &[SchemaId], b: &[SchemaId]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.schemas(*a, *b))
    }

    /// The order of properties does not matter.
    fn objects(&mut self, one: &Object, other: &Object) -> bool {
        let counts = |object: &Object| (object.min_properties, object.max_properties);
        if counts(one) != counts(other) || one.properties.len() != other.properties.len() {
            return false;
        }
        let additional = match (one.additional, other.additional) {
            (Additional::Schema(a), Additional::Schema(b)) => self.schemas(a, b),
            (one, other) => one == other,
        };
        additional
            && one.properties.iter().all(|own: &Property| {
                let mut others = other.properties.iter();
                let found = others.find(|other| other.name == own.name);
                found.is_some_and(|other| {
                    other.required == own.required && self.schemas(own.schema, other.schema)
                })
            })
    }
}
