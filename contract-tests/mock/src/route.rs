//! Which operation a request is for.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use conformance_core::description::{Description, OperationId};
use percent_encoding::percent_decode_str;
use spec::model::Server;

/// The longest segment that is taken apart, in bytes.
const LONGEST: usize = 64 * 1024;

/// A path template and its operations.
#[derive(Debug)]
pub(crate) struct Path {
    /// The template, as it is written.
    pub(crate) template: String,
    segments: Vec<Vec<Piece>>,
    /// The pairs of a query that belongs to the template.
    query: Vec<Vec<Piece>>,
    /// The operations by method.
    pub(crate) operations: BTreeMap<&'static str, OperationId>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Literal(String),
    Variable(String),
}

/// One segment of a request's path, decoded.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) text: String,
    /// The variables in it, with their texts.
    pub(crate) variables: Vec<(String, String)>,
    /// Whether it is one variable and nothing else.
    pub(crate) is_variable: bool,
}

/// A path that a request matches.
#[derive(Debug)]
pub(crate) struct Matched<'r> {
    pub(crate) path: &'r Path,
    pub(crate) segments: Vec<Segment>,
    /// The pairs of its query that belong to the template.
    query: Vec<Segment>,
}

impl Matched<'_> {
    /// The variables of the template, with their texts.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &(String, String)> {
        let all = self.segments.iter().chain(&self.query);
        all.flat_map(|one| &one.variables)
    }
}

/// All paths of a description.
#[derive(Debug)]
pub(crate) struct Routes {
    /// Those with literals before those with variables.
    paths: Vec<Path>,
    /// What stands before all paths.
    pub(crate) prefix: String,
    /// The prefixes of operations that declare servers, the longest first.
    others: Vec<String>,
}

impl Routes {
    pub(crate) fn new(description: &Description) -> Self {
        let mut paths: Vec<Path> = Vec::new();
        let mut others = Vec::new();
        for (id, operation) in description.operations() {
            let method = operation.method.as_str();
            others.extend(operation.servers.iter().map(prefix_of));
            match paths
                .iter_mut()
                .find(|path| path.template == operation.path)
            {
                Some(path) => drop(path.operations.insert(method, id)),
                None => paths.push(Path {
                    operations: BTreeMap::from([(method, id)]),
                    ..Path::of(&operation.path)
                }),
            }
        }
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

    /// The paths that a target matches, the most specific one first.
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
            template: template.to_owned(),
            segments: path.split('/').map(pieces).collect(),
            query: query
                .split('&')
                .filter(|pair| !pair.is_empty())
                .map(pieces)
                .collect(),
            operations: BTreeMap::new(),
        }
    }

    /// For each segment whether it has a variable, and how much more there is in it: `{name}.mp3`
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

    /// The template, whatever its variables are called.
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

    /// Whether nothing but the names of variables tells it from another one.
    pub(crate) fn is_twin(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.query.len() == other.query.len()
    }

    /// The pairs of the template, as they are in a query.
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

/// The path of a server's address, with the defaults of its variables.
fn prefix_of(server: &Server) -> String {
    let mut url = server.url.clone();
    for variable in &server.variables {
        url = url.replace(&format!("{{{}}}", variable.name), &variable.default);
    }
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

fn pieces(segment: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = segment;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
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

/// The segment with its variables, if the pieces match it.
fn segment(pieces: &[Piece], text: &str) -> Option<Segment> {
    if text.len() > LONGEST {
        return None;
    }
    // What is not UTF-8 names nothing, and is no other path.
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

/// Where a variable ends: where what follows it begins. It has one character at least.
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
