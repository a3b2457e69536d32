//! Types that are made of nothing but names, lists and maps: of themselves, or of many.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::iter::successors;

use spec::model::{Additional, Api, Kind, SchemaId};

/// So many lists and maps are written within each other.
const DEEPEST: usize = 16;

/// The lists and maps that a type needs a name for wherever they stand in it: one of each circle in
/// which there is nothing else, and one of every so many within each other. References may lead to
/// a schema without a name, so that neither needs one in the description.
pub(super) fn lists_in_need_of_names(api: &Api) -> HashSet<SchemaId> {
    let step = |id| inside(api, id);
    let lists: Vec<_> = api.schema_ids().filter(|id| step(*id).is_some()).collect();
    let named_first = |id: &SchemaId| (api.schema(*id).name.is_none(), *id);
    let circles = circles(lists.iter().copied(), step).into_iter();
    let firsts = circles.filter_map(|one| one.into_iter().min_by_key(named_first));
    let mut need: HashSet<_> = firsts.collect();
    let mut depths = HashMap::new();
    for id in lists {
        let mut walk = Vec::new();
        let mut next = Some(id);
        while let Some(place) = next.filter(|one| !depths.contains_key(one)) {
            // A circle ends where it was entered.
            depths.insert(place, 0);
            walk.push(place);
            next = step(place);
        }
        let mut depth = next.map_or(0, |place| depths[&place]);
        for place in walk.into_iter().rev() {
            depth += usize::from(!matches!(api.schema(place).kind, Kind::Alias(_)));
            if depth > DEEPEST || need.contains(&place) {
                need.insert(place);
                depth = 0;
            }
            depths.insert(place, depth);
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

/// The circles that steps lead in, where from each place there is one step at most.
fn circles<T: Copy + Eq + Hash>(
    places: impl Iterator<Item = T>,
    step: impl Fn(T) -> Option<T>,
) -> Vec<Vec<T>> {
    // For each place, from which walk it was first reached.
    let mut reached: HashMap<T, T> = HashMap::new();
    let mut found = Vec::new();
    for start in places {
        let mut next = Some(start);
        while let Some(place) = next {
            if let Some(walk) = reached.insert(place, start) {
                if walk == start {
                    let others = successors(step(place), |other| step(*other));
                    let others = others.take_while(|other| *other != place);
                    found.push(others.chain([place]).collect());
                }
                break;
            }
            next = step(place);
        }
    }
    found
}
