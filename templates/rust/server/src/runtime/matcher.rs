//! Finds the operations of a path.
//!
//! This is a tree of path segments, because a description may contain templates that other routers
//! reject: `/a/{x}` next to `/a/{y}/b`, `/a/{x}.json`, `/a/{x}:cancel`, literal braces or
//! asterisks.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::segment::{Pattern, normal};

/// The operations by path. An operation is an index into the table of routes.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    literals: BTreeMap<String, Node>,
    patterns: Vec<(Pattern, Node)>,
    methods: Methods,
}

/// The operations of one path, by method, in the order of the description.
#[derive(Debug, Default)]
pub(super) struct Methods(Vec<(&'static str, usize)>);

/// A path of the description that matches a request.
#[derive(Debug)]
pub(super) struct Found<'m, 'p> {
    /// The operations of the path.
    pub(super) methods: &'m Methods,
    /// The values of the path variables in order, still percent-encoded.
    pub(super) values: Vec<&'p str>,
}

impl Matcher {
    /// Adds an operation. If two have the same method and the same path (ignoring the names of
    /// variables), the first one counts.
    pub(super) fn insert(&mut self, template: &str, method: &'static str, operation: usize) {
        let mut node = &mut self.root;
        for segment in template.strip_prefix('/').unwrap_or(template).split('/') {
            node = node.child(segment);
        }
        let methods = &mut node.methods.0;
        if methods.iter().all(|(known, _)| *known != method) {
            methods.push((method, operation));
        }
    }

    /// Finds the operations of a normalized path. Literal segments take precedence over variables
    /// from left to right, as long as the rest of the path also matches (OpenAPI 3.0.3 §4.7.8.2).
    pub(super) fn find<'m, 'p>(&'m self, path: &'p str) -> Option<Found<'m, 'p>> {
        let segments: Vec<_> = path.strip_prefix('/')?.split('/').collect();
        let mut values = Vec::new();
        let methods = self.root.find(&segments, &mut values)?;
        Some(Found { methods, values })
    }
}

impl Matcher {
    /// Returns the methods of all paths, for `OPTIONS *` (RFC 9110 §9.3.7).
    pub(super) fn allow(&self) -> String {
        let mut all = Methods::default();
        self.root.collect(&mut all);
        all.allow()
    }
}

impl Node {
    fn collect(&self, all: &mut Methods) {
        for (method, operation) in &self.methods.0 {
            if all.get(method).is_none() {
                all.0.push((method, *operation));
            }
        }
        let patterns = self.patterns.iter().map(|(_, next)| next);
        self.literals
            .values()
            .chain(patterns)
            .for_each(|next| next.collect(all));
    }

    fn child(&mut self, segment: &str) -> &mut Self {
        let Some(pattern) = Pattern::of(segment) else {
            return self.literals.entry(decoded(segment)).or_default();
        };
        let known = self
            .patterns
            .iter()
            .position(|(other, _)| *other == pattern);
        let index = known.unwrap_or_else(|| {
            let rank = pattern.rank();
            let index = self
                .patterns
                .partition_point(|(other, _)| other.rank() <= rank);
            self.patterns.insert(index, (pattern, Self::default()));
            index
        });
        &mut self.patterns[index].1
    }

    /// Visits each node at most once, so a hostile path costs no more than the size of the tree.
    fn find<'m, 'p>(&'m self, path: &[&'p str], values: &mut Vec<&'p str>) -> Option<&'m Methods> {
        let Some((segment, rest)) = path.split_first() else {
            return (!self.methods.0.is_empty()).then_some(&self.methods);
        };
        let literal = self.literals.get(&decoded(segment));
        if let Some(methods) = literal.and_then(|next| next.find(rest, values)) {
            return Some(methods);
        }
        self.patterns.iter().find_map(|(pattern, next)| {
            let before = values.len();
            values.extend(pattern.capture(segment)?);
            let methods = next.find(rest, values);
            if methods.is_none() {
                values.truncate(before);
            }
            methods
        })
    }
}

/// Returns a literal segment without percent-encoding, for comparison.
fn decoded(segment: &str) -> String {
    match percent_decode_str(segment).decode_utf8() {
        Ok(text) => text.into_owned(),
        Err(_) => normal(segment).into_owned(),
    }
}

impl Methods {
    /// Returns the operation of a method; `HEAD` falls back to `GET` (RFC 9110 §9.3.2).
    pub(super) fn get(&self, method: &str) -> Option<usize> {
        let exact = |method: &str| self.0.iter().find(|(known, _)| *known == method);
        let found = exact(method).or_else(|| exact("GET").filter(|_| method == "HEAD"));
        found.map(|(_, operation)| *operation)
    }

    /// Returns the value of `Allow` (RFC 9110 §10.2.1).
    pub(super) fn allow(&self) -> String {
        let mut methods: Vec<_> = self.0.iter().map(|(method, _)| *method).collect();
        if methods.contains(&"GET") && !methods.contains(&"HEAD") {
            methods.push("HEAD");
        }
        if !methods.contains(&"OPTIONS") {
            methods.push("OPTIONS");
        }
        methods.join(", ")
    }
}
