//! `allOf`: what several schemas say together, as one schema.

use std::collections::HashMap;

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Additional, Array, Bounds, Enumeration, Kind, Member, Object, Property, Schema, SchemaId, Text,
    Union,
};
use crate::source::Span;

/// Merging can multiply schemas; real descriptions stay far below.
const MOST_SCHEMAS: usize = 500_000;
const MOST_UNION_MEMBERS: usize = 256;

/// A merge under way.
struct Merge<'l, 'd, 'x> {
    lowering: &'l mut Lowering<'d, 'x>,
    /// What two schemas became together, so that recursion comes to an end.
    pairs: HashMap<(SchemaId, SchemaId), SchemaId>,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Open,
    Done,
}

impl Lowering<'_, '_> {
    /// Merges every `allOf`, parts before wholes.
    pub(super) fn merge_all_of(&mut self) {
        let mut pairs = HashMap::new();
        let mut progress = HashMap::new();
        while !self.schemas.all_of.is_empty() {
            let mut waiting: Vec<_> = self.schemas.all_of.keys().copied().collect();
            waiting.sort_unstable();
            for id in waiting {
                self.merge_in_order(id, &mut progress, &mut pairs);
            }
        }
    }

    /// Depth first without recursion: a schema is merged once all its parts are.
    fn merge_in_order(
        &mut self,
        id: SchemaId,
        progress: &mut HashMap<SchemaId, Progress>,
        pairs: &mut HashMap<(SchemaId, SchemaId), SchemaId>,
    ) {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let Some(parts) = self.schemas.all_of.get(&top).cloned() else {
                stack.pop();
                continue;
            };
            progress.insert(top, Progress::Open);
            let mut kept = Vec::with_capacity(parts.len());
            let mut waits = None;
            for part in parts {
                let resolved = self.schemas.resolve(part);
                let pending = self.schemas.all_of.contains_key(&resolved);
                if pending && progress.get(&resolved) == Some(&Progress::Open) {
                    self.circular_all_of(top);
                } else {
                    kept.push(part);
                    waits = waits.or(pending.then_some(resolved));
                }
            }
            self.schemas.all_of.insert(top, kept);
            match waits {
                Some(next) => stack.push(next),
                None => {
                    stack.pop();
                    progress.insert(top, Progress::Done);
                    self.merge(top, pairs);
                }
            }
        }
    }

    fn circular_all_of(&mut self, id: SchemaId) {
        let span = self.schemas.get(id).span;
        self.diagnostics.push(
            Diagnostic::error(
                Code::CircularReference,
                span,
                "the `allOf` of this schema contains the schema itself",
            )
            .help("take the reference that leads back out of `allOf`"),
        );
    }

    fn merge(&mut self, id: SchemaId, pairs: &mut HashMap<(SchemaId, SchemaId), SchemaId>) {
        let parts = self.schemas.all_of.remove(&id).unwrap_or_default();
        let own = std::mem::replace(&mut self.schemas.get_mut(id).kind, Kind::Any);
        let nullable = !parts.is_empty() && parts.iter().all(|part| self.is_nullable(*part));
        self.schemas.get_mut(id).nullable |= nullable;
        if let ([part], true) = (parts.as_slice(), says_nothing(&own)) {
            self.schemas.get_mut(id).kind = self.stand_in(*part);
            return;
        }
        let span = self.schemas.get(id).span;
        let mut merge = Merge {
            lowering: self,
            pairs: std::mem::take(pairs),
            span,
        };
        let kinds: Vec<_> = parts.iter().map(|part| merge.kind_of(*part)).collect();
        let merged = kinds
            .into_iter()
            .chain([own])
            .fold(Kind::Any, |all, kind| merge.both(all, kind));
        *pairs = merge.pairs;
        self.schemas.get_mut(id).kind = merged;
    }

    /// A named schema is referred to; one without a name becomes the schema itself.
    fn stand_in(&self, part: SchemaId) -> Kind {
        let schema = self.schemas.get(part);
        if schema.name.is_some() {
            Kind::Alias(part)
        } else {
            schema.kind.clone()
        }
    }

    fn is_nullable(&self, id: SchemaId) -> bool {
        let schema = self.schemas.get(id);
        let behind = self.schemas.get(self.schemas.resolve(id));
        schema.nullable || behind.nullable || matches!(behind.kind, Kind::Any | Kind::Null)
    }
}

/// An object of which nothing is said adds nothing to what else is said.
fn says_nothing(kind: &Kind) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Object(object) => *object == Object::default(),
        _ => false,
    }
}

impl Merge<'_, '_, '_> {
    fn kind_of(&self, id: SchemaId) -> Kind {
        let schemas = &self.lowering.schemas;
        schemas.get(schemas.resolve(id)).kind.clone()
    }

    fn both(&mut self, one: Kind, other: Kind) -> Kind {
        match (one, other) {
            (Kind::Union(union), other) if says_nothing(&other) => Kind::Union(union),
            (one, Kind::Union(union)) if says_nothing(&one) => Kind::Union(union),
            (Kind::Any, kind) | (kind, Kind::Any) => kind,
            (Kind::Object(one), Kind::Object(other)) => Kind::Object(self.objects(one, other)),
            (Kind::Array(one), Kind::Array(other)) => Kind::Array(self.arrays(&one, &other)),
            (Kind::Union(union), kind) | (kind, Kind::Union(union)) => self.distribute(union, kind),
            (one, other) => primitives(one, other).unwrap_or_else(|kept| {
                self.conflict("the parts of this schema exclude each other");
                kept
            }),
        }
    }

    fn conflict(&mut self, what: &str) {
        self.lowering.diagnostics.push(
            Diagnostic::warning(Code::ConflictingAllOf, self.span, what)
                .label("no value can be all of these; the first part counts")
                .help("use `oneOf` or `anyOf` for alternatives"),
        );
    }

    fn objects(&mut self, one: Object, other: Object) -> Object {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut properties: Vec<Property> = Vec::new();
        for property in one.properties.into_iter().chain(other.properties) {
            let Some(&place) = places.get(&property.name) else {
                places.insert(property.name.clone(), properties.len());
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
            // By the letter `false` in one part forbids the properties of the others; nobody
            // who writes it means that.
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

    /// What stands beside a union belongs to each of its members.
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

    /// A member keeps its name: it is still what people know by that name, with more to it.
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

    /// Two schemas that must both hold, as one; merged later.
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
        if let Some(known) = self.pairs.get(&(one, other)) {
            return *known;
        }
        if schemas.len() >= MOST_SCHEMAS {
            let what = "merging `allOf` makes more schemas than is sensible";
            let diagnostic = Diagnostic::error(Code::BudgetExceeded, self.span, what);
            self.lowering.diagnostics.push(diagnostic);
            return one;
        }
        let (first, second) = (schemas.get(one), schemas.get(other));
        let mut both = Schema::new(second.span, second.provenance.clone());
        both.description = second.description.clone().or(first.description.clone());
        both.read_only = first.read_only || second.read_only;
        both.write_only = first.write_only || second.write_only;
        both.deprecated = first.deprecated || second.deprecated;
        both.default = second.default.clone().or(first.default.clone());
        let id = schemas.add(both);
        schemas.all_of.insert(id, vec![one, other]);
        self.pairs.insert((one, other), id);
        id
    }
}

/// Both of two kinds of plain value; the one to keep where there is no such value.
fn primitives(one: Kind, other: Kind) -> Result<Kind, Kind> {
    match (one, other) {
        (Kind::String(one), Kind::String(other)) => Ok(Kind::String(texts(one, other))),
        (Kind::Enumeration(one), Kind::Enumeration(other)) => enumerations(one, &other),
        (Kind::Enumeration(values), _) | (_, Kind::Enumeration(values)) => {
            Ok(Kind::Enumeration(values))
        }
        (
            Kind::Integer { format, bounds },
            Kind::Integer {
                format: f,
                bounds: b,
            }
            | Kind::Number {
                format: f,
                bounds: b,
            },
        )
        | (
            Kind::Number {
                format: f,
                bounds: b,
            },
            Kind::Integer { format, bounds },
        ) => Ok(Kind::Integer {
            format: format.or(f),
            bounds: ranges(&bounds, &b),
        }),
        (
            Kind::Number { format, bounds },
            Kind::Number {
                format: f,
                bounds: b,
            },
        ) => Ok(Kind::Number {
            format: format.or(f),
            bounds: ranges(&bounds, &b),
        }),
        (one, other) if one == other => Ok(one),
        (one, _) => Err(one),
    }
}

fn texts(one: Text, other: Text) -> Text {
    Text {
        format: one.format.or(other.format),
        min_length: one.min_length.max(other.min_length),
        max_length: least(one.max_length, other.max_length),
        pattern: other.pattern.or(one.pattern),
    }
}

fn enumerations(one: Enumeration, other: &Enumeration) -> Result<Kind, Kind> {
    let values: Vec<_> = one
        .values
        .iter()
        .filter(|value| other.values.contains(value))
        .cloned()
        .collect();
    if values.is_empty() {
        return Err(Kind::Enumeration(one));
    }
    Ok(Kind::Enumeration(Enumeration { values, ..one }))
}

fn ranges(one: &Bounds, other: &Bounds) -> Bounds {
    let number = |text: &Option<String>| text.as_deref().and_then(|t| t.parse::<f64>().ok());
    let lower_of_other = number(&other.minimum) > number(&one.minimum);
    let upper_of_other = match (number(&one.maximum), number(&other.maximum)) {
        (Some(one), Some(other)) => other < one,
        (None, Some(_)) => true,
        _ => false,
    };
    let lower = if lower_of_other { other } else { one };
    let upper = if upper_of_other { other } else { one };
    Bounds {
        minimum: lower.minimum.clone(),
        exclusive_minimum: lower.exclusive_minimum,
        maximum: upper.maximum.clone(),
        exclusive_maximum: upper.exclusive_maximum,
        multiple_of: one.multiple_of.clone().or(other.multiple_of.clone()),
    }
}

fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
