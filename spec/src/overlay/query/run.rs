//! Runs queries on a tree. The result is a set of places, each visited once for each segment.

use std::collections::HashMap;
use std::rc::Rc;

use regex::Regex;

use super::{Query, Segment, Selector};
use crate::budget::{Budget, Exceeded, Unit};
use crate::document::{Node, Value};

/// A result, unless the budget has run out.
pub(super) type Spent<T> = Result<T, Exceeded>;

/// The places that a query has selected, as a tree of the parts of the document that lead to them.
#[derive(Debug, Default)]
pub(in crate::overlay) struct Selection {
    /// Whether this place itself is selected.
    pub(in crate::overlay) selected: bool,
    /// The members or items below it, by their position, in order.
    pub(in crate::overlay) below: Vec<(usize, Self)>,
}

impl Selection {
    /// Returns the number of selected places.
    pub(in crate::overlay) fn len(&self) -> usize {
        let below: usize = self.below.iter().map(|(_, inner)| inner.len()).sum();
        usize::from(self.selected) + below
    }

    /// Returns the depth of the deepest place.
    pub(in crate::overlay) fn depth(&self) -> usize {
        let below = self.below.iter().map(|(_, inner)| 1 + inner.depth());
        below.max().unwrap_or_default()
    }
}

/// Runs a query.
///
/// # Errors
/// Returns an error if it visits more values than the budget allows.
pub(in crate::overlay) fn select(
    query: &Query,
    root: &Node,
    budget: &Budget,
) -> Result<Selection, Exceeded> {
    let mut run = Run {
        root,
        budget,
        patterns: HashMap::new(),
        lists: HashMap::new(),
    };
    let (places, selected) = run.places(query, root)?;
    Ok(places.selection(&selected))
}

/// A query that is running.
pub(super) struct Run<'b, 'n> {
    pub(super) root: &'n Node,
    budget: &'b Budget,
    /// The compiled patterns; `None` for one that is not valid.
    pub(super) patterns: HashMap<(String, bool), Option<Regex>>,
    /// The results of queries from the root, by their address in memory: they are the same for
    /// every value that a filter is evaluated for.
    pub(super) lists: HashMap<usize, Rc<Vec<&'n Node>>>,
}

impl<'n> Run<'_, 'n> {
    /// Counts visited values.
    pub(super) fn look(&self, values: usize) -> Spent<()> {
        self.budget.spend(Unit::Selected, values)
    }

    /// Returns the visited places, and which of them a query selects.
    pub(super) fn places(
        &mut self,
        query: &Query,
        start: &'n Node,
    ) -> Spent<(Places<'n>, Vec<usize>)> {
        let mut places = Places::new(start);
        let mut selected = vec![0];
        for segment in &query.segments {
            selected = self.segment(segment, &selected, &mut places)?;
        }
        Ok((places, selected))
    }

    fn segment(
        &mut self,
        segment: &Segment,
        from: &[usize],
        places: &mut Places<'n>,
    ) -> Spent<Vec<usize>> {
        let mut picked = Vec::new();
        let mut seen = vec![false; places.list.len()];
        let mut stack: Vec<usize> = from.to_vec();
        while let Some(at) = stack.pop() {
            if seen.len() <= at {
                seen.resize(places.list.len(), false);
            }
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let node = places.list[at].node;
            let below = children(node);
            self.look(1)?;
            for selector in &segment.selectors {
                let positions = self.positions(selector, &below, node)?;
                let first = places.expand(at, &below);
                picked.extend(positions.into_iter().map(|position| first + position));
            }
            if segment.descendant {
                let first = places.expand(at, &below);
                stack.extend(first..first + below.len());
            }
        }
        // Several selectors, or several paths, may select one value.
        picked.sort_unstable();
        picked.dedup();
        Ok(picked)
    }

    /// Returns the positions of the selected children of a value.
    pub(super) fn positions(
        &mut self,
        selector: &Selector,
        below: &[&'n Node],
        node: &Node,
    ) -> Spent<Vec<usize>> {
        let items = if node.as_array().is_some() {
            below.len()
        } else {
            0
        };
        match selector {
            Selector::Name(name) => {
                self.look(1)?;
                let object = node.as_object();
                Ok(object
                    .and_then(|object| object.position(name))
                    .into_iter()
                    .collect())
            }
            Selector::Wildcard => {
                self.look(below.len())?;
                Ok((0..below.len()).collect())
            }
            Selector::Index(index) => Ok(position(*index, items).into_iter().collect()),
            Selector::Slice { start, end, step } => {
                self.look(items)?;
                Ok(slice(*start, *end, *step, items))
            }
            Selector::Filter(test) => {
                self.look(below.len())?;
                let mut passed = Vec::new();
                for (at, child) in below.iter().copied().enumerate() {
                    if self.test(test, child)? {
                        passed.push(at);
                    }
                }
                Ok(passed)
            }
        }
    }
}

/// Returns the direct children of a value.
pub(super) fn children(node: &Node) -> Vec<&Node> {
    match &node.value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(object) => object.iter().map(|(_, node)| node).collect(),
        _ => Vec::new(),
    }
}

/// Resolves an index, which counts from the end if it is negative (§2.3.3).
fn position(index: i64, items: usize) -> Option<usize> {
    let at = if index < 0 {
        items.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?
    } else {
        usize::try_from(index).ok()?
    };
    (at < items).then_some(at)
}

/// Returns the positions of a slice, in its order (§2.3.4.2).
fn slice(start: Option<i64>, end: Option<i64>, step: i64, items: usize) -> Vec<usize> {
    let length = i64::try_from(items).unwrap_or(i64::MAX);
    let normal = |at: i64| {
        if at < 0 {
            length.saturating_add(at)
        } else {
            at
        }
    };
    let (first, last) = if step > 0 {
        (0, length)
    } else {
        (length - 1, -length - 1)
    };
    let start = normal(start.unwrap_or(first));
    let end = normal(end.unwrap_or(last));
    let place = |at: i64| usize::try_from(at).ok();
    let width = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
    if step > 0 {
        let (lower, upper) = (start.clamp(0, length), end.clamp(0, length));
        let range = (lower..upper).step_by(width);
        return range.filter_map(place).collect();
    }
    if step == 0 {
        return Vec::new();
    }
    let (upper, lower) = (start.clamp(-1, length - 1), end.clamp(-1, length - 1));
    let range = (lower + 1..=upper).rev().step_by(width);
    range.filter_map(place).collect()
}

/// The visited values, each once, with the path to it.
pub(super) struct Places<'n> {
    list: Vec<Place<'n>>,
}

struct Place<'n> {
    node: &'n Node,
    parent: usize,
    position: usize,
    /// Where its children begin in the list, once they have been visited.
    children: Option<usize>,
}

impl<'n> Places<'n> {
    fn new(root: &'n Node) -> Self {
        let (parent, position, children) = (0, 0, None);
        let node = root;
        Self {
            list: vec![Place {
                node,
                parent,
                position,
                children,
            }],
        }
    }

    /// Adds the children of a place. Returns where they begin.
    fn expand(&mut self, at: usize, below: &[&'n Node]) -> usize {
        if let Some(first) = self.list[at].children {
            return first;
        }
        let first = self.list.len();
        self.list[at].children = Some(first);
        let below = below.iter().copied().enumerate();
        self.list.extend(below.map(|(position, node)| Place {
            node,
            parent: at,
            position,
            children: None,
        }));
        first
    }

    /// Returns the selected places with their paths. Children come after their parents in the list.
    fn selection(&self, selected: &[usize]) -> Selection {
        let mut parts: HashMap<usize, Selection> = HashMap::new();
        for at in selected {
            parts.entry(*at).or_default().selected = true;
            let mut at = *at;
            while at != 0 {
                at = self.list[at].parent;
                if parts.contains_key(&at) {
                    break;
                }
                parts.insert(at, Selection::default());
            }
        }
        let mut order: Vec<usize> = parts.keys().copied().collect();
        order.sort_unstable_by(|one, other| other.cmp(one));
        for at in order {
            let Some(mut part) = parts.remove(&at) else {
                continue;
            };
            part.below.sort_unstable_by_key(|(position, _)| *position);
            if at == 0 {
                return part;
            }
            let place = &self.list[at];
            let above = parts.entry(place.parent).or_default();
            above.below.push((place.position, part));
        }
        Selection::default()
    }
}
