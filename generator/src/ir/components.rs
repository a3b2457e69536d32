//! Groups of types that refer to each other.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::TypeId;

/// Returns the number of the strongly connected component of each type.
pub(crate) fn groups(needs: &BTreeMap<TypeId, Vec<TypeId>>) -> HashMap<TypeId, usize> {
    let groups = components(needs).into_iter().enumerate();
    let each = groups.flat_map(|(group, types)| types.into_iter().map(move |id| (id, group)));
    each.collect()
}

/// Returns the strongly connected components, each after those that it needs (Tarjan's algorithm
/// with an explicit stack, since descriptions can be deep).
pub(crate) fn components(needs: &BTreeMap<TypeId, Vec<TypeId>>) -> Vec<Vec<TypeId>> {
    let mut search = Search::default();
    for start in needs.keys() {
        if !search.index.contains_key(start) {
            search.visit(*start, needs);
        }
    }
    search.found
}

#[derive(Default)]
struct Search {
    index: HashMap<TypeId, usize>,
    low: HashMap<TypeId, usize>,
    open: Vec<TypeId>,
    is_open: HashSet<TypeId>,
    found: Vec<Vec<TypeId>>,
}

impl Search {
    fn visit(&mut self, start: TypeId, needs: &BTreeMap<TypeId, Vec<TypeId>>) {
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((id, next)) = path.pop() {
            if let Some(need) = needs[&id].get(next).copied() {
                path.push((id, next + 1));
                if !self.index.contains_key(&need) {
                    self.enter(need);
                    path.push((need, 0));
                } else if self.is_open.contains(&need) {
                    self.lower(id, self.index[&need]);
                }
                continue;
            }
            if self.low[&id] == self.index[&id] {
                let start = self.open.iter().rposition(|open| *open == id);
                let found = self.open.split_off(start.unwrap_or_default());
                for id in &found {
                    self.is_open.remove(id);
                }
                self.found.push(found);
            }
            if let Some((parent, _)) = path.last() {
                self.lower(*parent, self.low[&id]);
            }
        }
    }

    fn enter(&mut self, id: TypeId) {
        let index = self.index.len();
        self.index.insert(id, index);
        self.low.insert(id, index);
        self.open.push(id);
        self.is_open.insert(id);
    }

    fn lower(&mut self, id: TypeId, low: usize) {
        if let Some(known) = self.low.get_mut(&id) {
            *known = (*known).min(low);
        }
    }
}
