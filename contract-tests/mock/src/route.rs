//! Finds the operation of a request.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use conformance_core::description::{Description, OperationId};
use percent_encoding::percent_decode_str;
use spec::model::Server;

/// The longest segment that is parsed, in bytes.
const LONGEST: usize = 64 * 1024;

/// A path template and its operations.
#[derive(Debug)]
pub(crate) struct Path {
    segments: Vec<Vec<Piece>>,
    /// The query pairs that belong to the template.
    query: Vec<Vec<Piece>>,
    /// The operations by method.
    pub(crate) operations: BTreeMap<&'static str, OperationId>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Literal(String),
    Variable(String),
}

/// A segment of a request's path, decoded.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) text: String,
    /// Its variables, with their values.
    pub(crate) variables: Vec<(String, String)>,
    /// Whether it is a single variable.
    pub(crate) is_variable: bool,
}

/// A path that a request matches.
#[derive(Debug)]
pub(crate) struct Matched<'r> {
    pub(crate) path: &'r Path,
    pub(crate) segments: Vec<Segment>,
    /// The query pairs that belong to the template.
    query: Vec<Segment>,
}

impl Matched<'_> {
    /// Returns the template's variables with their values.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &(String, String)> {
        let all = self.segments.iter().chain(&self.query);
        all.flat_map(|one| &one.variables)
    }
}

/// All paths of a description.
#[derive(Debug)]
pub(crate) struct Routes {
    /// The paths, those with literals before those with variables.
    paths: Vec<Path>,
    /// The prefix of all paths.
    pub(crate) prefix: String,
    /// The prefixes of operations that declare servers, longest first.
    others: Vec<String>,
}

impl Routes {
    pub(crate) fn new(description: &Description) -> Self {
        let mut paths: BTreeMap<&str, Path> = BTreeMap::new();
        let mut others = Vec::new();
        for (id, operation) in description.operations() {
            others.extend(operation.servers.iter().map(prefix_of));
            let template = operation.path.as_str();
            let path = paths.entry(template).or_insert_with(|| Path::of(template));
            path.operations.insert(operation.method.as_str(), id);
        }
        let mut paths: Vec<Path> = paths.into_values().collect();
        paths.sort_by(|a, b| {
            let by_query = b.query.len().cmp(&a.query.len());
            let by_words = a.specificity().cmp(&b.specificity());
            by_words.then(a.segments.cmp(&b.segments)).then(by_query)
        });
        let prefix = description
            .api
            .servers
            .first()
            .map_or(String::new(), prefix_of);
        others.retain(|one| !one.is_empty() && *one != prefix);
        others.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        others.dedup();
        Self {
            paths,
            prefix,
            others,
        }
    }

    /// Returns the paths that a target matches, most specific first.
    pub(crate) fn find(&self, path: &str, query: &str) -> Vec<Matched<'_>> {
        let own = std::iter::once(&self.prefix).chain(&self.others);
        for prefix in own {
            let Some(rest) = path.strip_prefix(prefix.as_str()) else {
                continue;
            };
            let found = self.below(rest, query);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn below(&self, path: &str, query: &str) -> Vec<Matched<'_>> {
        let texts: Vec<&str> = path.split('/').collect();
        let all = self.paths.iter();
        all.filter_map(|path| {
            Some(Matched {
                path,
                segments: path.matched(&texts)?,
                query: path.queried(query)?,
            })
        })
        .collect()
    }
}

impl Path {
    fn of(template: &str) -> Self {
        let whole = template.split('#').next().unwrap_or_default();
        let (path, query) = whole.split_once('?').unwrap_or((whole, ""));
        Self {
            segments: path.split('/').map(pieces).collect(),
            query: query
                .split('&')
                .filter(|pair| !pair.is_empty())
                .map(pieces)
                .collect(),
            operations: BTreeMap::new(),
        }
    }

    /// Returns for each segment whether it has a variable, and how much literal text: `{name}.mp3`
    /// comes before `{name}`.
    fn specificity(&self) -> Vec<(bool, Reverse<usize>)> {
        let of = |pieces: &Vec<Piece>| {
            let literals = pieces.iter().map(|piece| match piece {
                Piece::Literal(text) => text.len(),
                Piece::Variable(_) => 0,
            });
            let has_variable = pieces.iter().any(|one| matches!(one, Piece::Variable(_)));
            let words = if has_variable { literals.sum() } else { 0 };
            (has_variable, Reverse(words))
        };
        self.segments.iter().map(of).collect()
    }

    /// Returns the template without variable names.
    pub(crate) fn shape(&self) -> String {
        let pieces = self.segments.iter().map(|segment| {
            let texts = segment.iter().map(|piece| match piece {
                Piece::Literal(text) => text.as_str(),
                Piece::Variable(_) => "{}",
            });
            texts.collect::<String>()
        });
        pieces.collect::<Vec<_>>().join("/")
    }

    /// Returns whether two paths differ only in variable names.
    pub(crate) fn is_twin(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.query.len() == other.query.len()
    }

    /// Returns the template's pairs in a query.
    fn queried(&self, query: &str) -> Option<Vec<Segment>> {
        let own = |pieces| query.split('&').find_map(|pair| segment(pieces, pair));
        self.query.iter().map(|pieces| own(pieces)).collect()
    }

    fn matched(&self, texts: &[&str]) -> Option<Vec<Segment>> {
        if texts.len() != self.segments.len() {
            return None;
        }
        let pairs = self.segments.iter().zip(texts);
        pairs.map(|(pieces, text)| segment(pieces, text)).collect()
    }
}

/// Returns the path of a server's address, with the defaults of its variables.
fn prefix_of(server: &Server) -> String {
    let defaults = server.variables.iter();
    let defaults: HashMap<_, _> = defaults
        .map(|one| (one.name.as_str(), one.default.as_str()))
        .collect();
    let mut url = String::new();
    let mut rest = server.url.as_str();
    while let Some((before, name, after)) = variable_in(rest) {
        url += before;
        match defaults.get(name) {
            Some(default) => url += default,
            None => url += &rest[before.len()..rest.len() - after.len()],
        }
        rest = after;
    }
    url += rest;
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => url.as_str(),
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let is_plain =
        path.starts_with('/') && !path.contains(|c: char| c.is_control() || c == ' ' || c == '{');
    if is_plain {
        path.to_owned()
    } else {
        String::new()
    }
}

/// Returns the name of the first variable of a template, with the texts before and after it.
fn variable_in(template: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = template.split_once('{')?;
    let (name, after) = after.split_once('}')?;
    Some((before, name, after))
}

fn pieces(segment: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = segment;
    while let Some((before, name, after)) = variable_in(rest) {
        if !before.is_empty() {
            pieces.push(Piece::Literal(before.to_owned()));
        }
        pieces.push(Piece::Variable(name.to_owned()));
        rest = after;
    }
    if !rest.is_empty() || pieces.is_empty() {
        pieces.push(Piece::Literal(rest.to_owned()));
    }
    pieces
}

/// Parses a segment, if it matches the pieces.
fn segment(pieces: &[Piece], text: &str) -> Option<Segment> {
    if text.len() > LONGEST {
        return None;
    }
    // Text that is not UTF-8 names nothing, and does not change the path.
    let decoded = percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut variables = Vec::new();
    let mut rest = decoded.as_str();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            Piece::Variable(name) => {
                let end = end_of(rest, pieces.get(index + 1), pieces.len() == index + 2)?;
                variables.push((name.clone(), rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    let is_variable = matches!(pieces, [Piece::Variable(_)]);
    rest.is_empty().then(|| Segment {
        text: decoded.clone(),
        variables,
        is_variable,
    })
}

/// Returns where a variable ends: at the next literal text. It has at least one character.
fn end_of(rest: &str, next: Option<&Piece>, is_last: bool) -> Option<usize> {
    let first = rest.chars().next()?.len_utf8();
    match next {
        None => Some(rest.len()),
        Some(Piece::Literal(literal)) if is_last => {
            let end = rest.strip_suffix(literal.as_str())?.len();
            (end >= first).then_some(end)
        }
        Some(Piece::Literal(literal)) => Some(first + rest[first..].find(literal.as_str())?),
        Some(Piece::Variable(_)) => Some(first),
    }
}
