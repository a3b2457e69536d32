//! Which operations a path has.
//!
//! A separate tree by segments, because a description may have what other routers refuse:
//! `/a/{x}` beside `/a/{y}/b`, `/a/{x}.json`, `/a/{x}:cancel`, literal braces or asterisks.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::segment::{Pattern, normal};

/// The operations by path: an operation is an index into the table that built this.
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

/// A path that the description has.
#[derive(Debug)]
pub(super) struct Found<'m, 'p> {
    /// Its operations.
    pub(super) methods: &'m Methods,
    /// The values of its variables in their order, still percent-encoded.
    pub(super) values: Vec<&'p str>,
}

impl Matcher {
    /// Adds an operation. Of two with the same method and the same path but for the names of
    /// variables, the first one counts.
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

    /// Finds a path in its normal form. Literal segments win over variables from left to
    /// right, as long as the rest of the path is there too (OpenAPI 3.0.3 §4.7.8.2).
    pub(super) fn find<'m, 'p>(&'m self, path: &'p str) -> Option<Found<'m, 'p>> {
        let segments: Vec<_> = path.strip_prefix('/')?.split('/').collect();
        let mut values = Vec::new();
        let methods = self.root.find(&segments, &mut values)?;
        Some(Found { methods, values })
    }
}

impl Matcher {
    /// Returns the methods of all paths together: what `OPTIONS *` asks for (RFC 9110 §9.3.7).
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

    /// Each node is visited once at most, so a hostile path costs no more than the tree.
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

/// Literal segments are compared as what they stand for.
fn decoded(segment: &str) -> String {
    match percent_decode_str(segment).decode_utf8() {
        Ok(text) => text.into_owned(),
        Err(_) => normal(segment).into_owned(),
    }
}

impl Methods {
    /// Returns the operation of a method; that of `GET` stands in for `HEAD` (RFC 9110 §9.3.2).
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
