//! Merges two schemas that must both hold.

use std::collections::HashMap;

use super::Lowering;
use super::merge_scalars::{excludes_everything, least, primitives};
use crate::budget::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Additional, Array, Kind, Member, Object, Property, Schema, SchemaId, Union};
use crate::source::Span;

const MOST_UNION_MEMBERS: usize = 256;

/// The results of merging schemas. The same schemas give the same result, however they are grouped
/// and ordered, so that recursion ends.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    together: HashMap<Vec<SchemaId>, SchemaId>,
    /// The schemas that each result was merged from.
    parts: HashMap<SchemaId, Vec<SchemaId>>,
}

impl Pairs {
    fn parts_of(&self, id: SchemaId) -> Vec<SchemaId> {
        self.parts.get(&id).cloned().unwrap_or_else(|| vec![id])
    }

    /// Returns all parts of two schemas, in order.
    fn parts_of_both(&self, one: SchemaId, other: SchemaId) -> Vec<SchemaId> {
        let mut parts = self.parts_of(one);
        parts.extend(self.parts_of(other));
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// A merge in progress.
pub(super) struct Merge<'l, 'd, 'x> {
    pub(super) lowering: &'l mut Lowering<'d, 'x>,
    pub(super) pairs: Pairs,
    pub(super) span: Span,
    /// The positions of the properties merged so far, as far as they are indexed.
    pub(super) places: HashMap<String, usize>,
}

/// Returns whether a kind is an object without any keyword, which adds nothing to other parts.
pub(super) fn is_unconstrained(kind: &Kind) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Object(object) => *object == Object::default(),
        _ => false,
    }
}

impl Merge<'_, '_, '_> {
    pub(super) fn kind_of(&mut self, id: SchemaId) -> Kind {
        let behind = self.lowering.schemas.resolve(id);
        let kind = self.lowering.copied_kind(behind, self.span);
        if let Kind::Object(object) = &kind {
            self.count(object.properties.len());
        }
        kind
    }

    fn count(&mut self, properties: usize) {
        self.lowering
            .spend(Unit::MergedProperties, properties, self.span);
    }

    pub(super) fn both(&mut self, one: Kind, other: Kind) -> Kind {
        match (one, other) {
            (Kind::Union(union), other) if is_unconstrained(&other) => Kind::Union(union),
            (one, Kind::Union(union)) if is_unconstrained(&one) => Kind::Union(union),
            (Kind::Any, kind) | (kind, Kind::Any) => kind,
            (Kind::Object(one), Kind::Object(other)) => Kind::Object(self.objects(one, other)),
            (Kind::Array(one), Kind::Array(other)) => Kind::Array(self.arrays(&one, &other)),
            (Kind::Union(union), kind) | (kind, Kind::Union(union)) => self.distribute(union, kind),
            (one, other) => self.plain(one, other),
        }
    }

    fn plain(&mut self, one: Kind, other: Kind) -> Kind {
        let (first, second) = (describe(&one), describe(&other));
        match primitives(one, other) {
            Ok(kind) => {
                if excludes_everything(&kind) {
                    self.conflict("no value meets the bounds of all parts of this schema");
                }
                kind
            }
            Err(kept) => {
                let what = if first == second {
                    "no value is in the enumerations of all parts of this schema".to_owned()
                } else {
                    format!("the parts of this schema exclude each other: {first} and {second}")
                };
                self.conflict(&what);
                kept
            }
        }
    }

    fn conflict(&mut self, what: &str) {
        self.lowering.diagnostics.push(
            Diagnostic::warning(Code::ConflictingAllOf, self.span, what)
                .label("no value can be all of these; the first part is used")
                .help("use `oneOf` or `anyOf` for alternatives"),
        );
    }

    fn objects(&mut self, one: Object, other: Object) -> Object {
        let mut properties = one.properties;
        let places = self.places_of(&properties, &other.properties);
        for (property, place) in other.properties.into_iter().zip(places) {
            let Some(place) = place else {
                properties.push(property);
                continue;
            };
            let first = properties[place].schema;
            let schema = self.schema(first, property.schema);
            let merged = &mut properties[place];
            merged.schema = schema;
            merged.required |= property.required;
        }
        let additional = match (one.additional, other.additional) {
            // Strictly, `false` in one part forbids the properties of the others; authors do not
            // mean that.
            (Additional::Unspecified, other) => other,
            (one, Additional::Unspecified | Additional::Forbidden) => one,
            (Additional::Forbidden, Additional::Schema(schema)) => Additional::Schema(schema),
            (Additional::Schema(one), Additional::Schema(other)) => {
                Additional::Schema(self.schema(one, other))
            }
        };
        Object {
            properties,
            additional,
            min_properties: one.min_properties.max(other.min_properties),
            max_properties: least(one.max_properties, other.max_properties),
        }
    }

    /// Returns the position in `known` of each of `others` that is there already. `known` only
    /// grows, so it is indexed once.
    fn places_of(&mut self, known: &[Property], others: &[Property]) -> Vec<Option<usize>> {
        const FEW: usize = 16;
        let find = |other: &Property| known.iter().position(|p| p.name == other.name);
        if known.len() <= FEW {
            return others.iter().map(find).collect();
        }
        for (place, property) in known.iter().enumerate().skip(self.places.len()) {
            self.places.insert(property.name.clone(), place);
        }
        let find = |other: &Property| self.places.get(&other.name).copied();
        others.iter().map(find).collect()
    }

    fn arrays(&mut self, one: &Array, other: &Array) -> Array {
        let prefix = if one.prefix.is_empty() {
            &other.prefix
        } else {
            &one.prefix
        };
        Array {
            items: self.schema(one.items, other.items),
            prefix: prefix.clone(),
            min_items: one.min_items.max(other.min_items),
            max_items: least(one.max_items, other.max_items),
            unique: one.unique || other.unique,
        }
    }

    /// Applies the keywords beside a union to each of its members.
    fn distribute(&mut self, union: Union, kind: Kind) -> Kind {
        if matches!(&kind, Kind::Union(other) if *other == union) {
            return kind;
        }
        if matches!(kind, Kind::Union(_)) || union.members.len() > MOST_UNION_MEMBERS {
            let what = "several unions that hold at once";
            self.lowering
                .unsupported(self.span, what, "only the first one counts");
            return Kind::Union(union);
        }
        let mut beside = Schema::new(self.span, crate::model::Provenance::default());
        beside.kind = kind;
        let beside = self.lowering.schemas.add(beside);
        let members = union
            .members
            .into_iter()
            .map(|member| Member {
                schema: self.member(beside, member.schema),
                values: member.values,
            })
            .collect();
        Kind::Union(Union { members, ..union })
    }

    /// Merges a member with the keywords beside its union. It keeps its name, since it is still
    /// what people know by that name.
    fn member(&mut self, beside: SchemaId, member: SchemaId) -> SchemaId {
        let merged = self.schema(beside, member);
        let schemas = &mut self.lowering.schemas;
        if merged != member && merged != beside {
            let named = schemas.get(member);
            let (title, name) = (named.title.clone(), named.name.clone());
            let schema = schemas.get_mut(merged);
            schema.title = title.or(name);
        }
        merged
    }

    /// Returns a schema for two that must both hold, which is merged later.
    fn schema(&mut self, one: SchemaId, other: SchemaId) -> SchemaId {
        let schemas = &mut self.lowering.schemas;
        let pending = |id| schemas.all_of.contains_key(&id);
        let trivial = |id: SchemaId| schemas.get(id).kind == Kind::Any && !pending(id);
        if one == other || schemas.resolve(one) == schemas.resolve(other) || trivial(other) {
            return one;
        }
        if trivial(one) {
            return other;
        }
        let behind = (schemas.resolve(one), schemas.resolve(other));
        let parts = self.pairs.parts_of_both(behind.0, behind.1);
        self.count(parts.len());
        if let Some(known) = self.existing_merge(&parts, behind) {
            return known;
        }
        if !self.lowering.spend(Unit::MergedSchemas, 1, self.span) {
            return one;
        }
        let prose = self.lowering.schemas.get(other).description.as_ref();
        let prose = prose.or(self.lowering.schemas.get(one).description.as_ref());
        let prose = prose.map_or(0, String::len);
        self.lowering.spend(Unit::Text, prose, self.span);
        let schemas = &mut self.lowering.schemas;
        let (first, second) = (schemas.get(one), schemas.get(other));
        let mut both = Schema::new(second.span, second.provenance.clone());
        both.description = second.description.clone().or(first.description.clone());
        both.read_only = first.read_only || second.read_only;
        both.write_only = first.write_only || second.write_only;
        both.deprecated = first.deprecated || second.deprecated;
        both.default = second.default.clone().or(first.default.clone());
        let written = [first.written, second.written];
        both.written = self.lowering.writing.all_of(second.span, written);
        let id = schemas.add(both);
        schemas.all_of.insert(id, vec![one, other]);
        self.pairs.parts.insert(id, parts.clone());
        self.pairs.together.insert(parts, id);
        id
    }

    fn existing_merge(
        &self,
        parts: &[SchemaId],
        (one, other): (SchemaId, SchemaId),
    ) -> Option<SchemaId> {
        let is_all = |id: &SchemaId| self.pairs.parts.get(id).is_some_and(|of| of == parts);
        let itself = [one, other].into_iter().find(is_all);
        itself.or_else(|| self.pairs.together.get(parts).copied())
    }
}

const fn describe(kind: &Kind) -> &'static str {
    match kind {
        Kind::Any => "anything",
        Kind::Never => "nothing",
        Kind::Null => "null",
        Kind::Alias(_) => "a reference",
        Kind::Boolean => "a boolean",
        Kind::Integer { .. } => "a whole number",
        Kind::Number { .. } => "a number",
        Kind::String(_) => "a string",
        Kind::Enumeration(_) => "one of a list of values",
        Kind::Array(_) => "an array",
        Kind::Object(_) => "an object",
        Kind::Union(_) => "a union",
    }
}
