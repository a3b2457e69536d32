//! Recursive types: lists and maps that need a name because they contain themselves or nest too
//! deeply, and fields that make a record contain itself.

use std::collections::{BTreeMap, HashSet};

use spec::model::{Additional, Api, Kind, SchemaId};

use super::components::groups;
use super::{Ir, Presence, Shape, Ty, TypeId};

/// The maximum nesting of lists and maps within one type.
const DEEPEST: usize = 16;

/// Returns the lists and maps that need a name: one of each cycle that consists of nothing else,
/// and one for every so many nested ones. References may lead to schemas without names, so the
/// description may not name any of them.
pub(crate) fn lists_in_need_of_names(api: &Api) -> HashSet<SchemaId> {
    let mut need = HashSet::new();
    let mut depths: Vec<Option<usize>> = vec![None; api.schemas.len()];
    for id in api.schema_ids() {
        let (mut walk, mut next) = (Vec::new(), Some(id));
        while let Some(place) = next.filter(|place| depths[place.index()].is_none()) {
            depths[place.index()] = Some(0);
            walk.push(place);
            next = inside(api, place);
        }
        let circle = walk.iter().skip_while(|place| next != Some(**place));
        need.extend(circle.min_by_key(|place| (api.schema(**place).name.is_none(), **place)));
        let mut depth = next.and_then(|place| depths[place.index()]).unwrap_or(0);
        for place in walk.into_iter().rev() {
            depth += usize::from(!matches!(api.schema(place).kind, Kind::Alias(_)));
            if depth > DEEPEST || need.contains(&place) {
                need.insert(place);
                depth = 0;
            }
            depths[place.index()] = Some(depth);
        }
    }
    need
}

/// Returns the single schema that a list, a map or a reference contains.
fn inside(api: &Api, id: SchemaId) -> Option<SchemaId> {
    match &api.schema(id).kind {
        Kind::Alias(target) => Some(*target),
        Kind::Array(array) if array.prefix.is_empty() => Some(array.items),
        Kind::Object(object) if object.properties.is_empty() => match object.additional {
            Additional::Schema(value) => Some(value),
            Additional::Unspecified | Additional::Forbidden => None,
        },
        _ => None,
    }
}

/// Pass: marks the fields that make a record contain itself, so that its size would be infinite.
pub(super) fn mark(ir: &mut Ir<'_>) {
    if !ir.language.records_are_values {
        return;
    }
    let held: BTreeMap<_, _> = ir.types.iter().map(|(id, _)| (id, held(ir, id))).collect();
    let inner = |held: &Vec<(usize, TypeId)>| held.iter().map(|(_, inner)| *inner).collect();
    let needs = held.iter().map(|(id, held)| (*id, inner(held))).collect();
    let groups = groups(&needs);
    for (id, held) in held {
        // What a record holds and what leads back to it are one group.
        let own = held
            .iter()
            .filter(|(_, inner)| groups[inner] == groups[&id]);
        if let Shape::Record(record) = &mut ir.types.get_mut(id).shape {
            for (place, _) in own {
                record.fields[*place].boxed = true;
            }
        }
    }
}

/// Returns the records that a record always contains, with the indices of the fields.
fn held(ir: &Ir<'_>, id: TypeId) -> Vec<(usize, TypeId)> {
    let record = ir.types.record(id);
    let fields = record.into_iter().flat_map(|record| &record.fields);
    let held = fields.enumerate().filter_map(|(place, field)| {
        let is_always = field.presence == Presence::Required;
        match ir.types.unalias(&field.ty) {
            Ty::Declared(inner) if is_always && ir.types.record(inner).is_some() => {
                Some((place, inner))
            }
            _ => None,
        }
    });
    held.collect()
}
