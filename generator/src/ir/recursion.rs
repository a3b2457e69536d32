//! Lists and maps that need a name, because they are made of themselves or of too many others.

use std::collections::HashSet;

use spec::model::{Additional, Api, Kind, SchemaId};

/// So many lists and maps are written within each other.
const DEEPEST: usize = 16;

/// The lists and maps that a type needs a name for wherever they stand in it: one of each circle in
/// which there is nothing else, and one of every so many within each other. References may lead to
/// a schema without a name, so that neither needs one in the description.
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

/// The only schema that a list, a map or a reference is made of.
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
