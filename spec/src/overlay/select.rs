//! What a target selects: queries (RFC 9535), as ways down the tree.

use std::collections::BTreeSet;

use serde_json_path::{JsonPath, PathElement};

use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::source::Span;

/// The way from the root to a value.
pub(super) type Path = Vec<Step>;

/// One step down.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// The member of an object.
    Name(String),
    /// The item of an array, from 0.
    Index(usize),
}

/// How long a target may be, in bytes.
const LONGEST: usize = 1_000;
/// How often brackets may open: the parser calls itself for each.
const MOST_BRACKETS: usize = 40;
/// How often parentheses may open: the parser tries several readings of each.
const MOST_GROUPS: usize = 8;
/// How many descendant segments there may be: each multiplies what is looked at.
const MOST_DESCENTS: usize = 3;

/// The ways to everything that the target selects, each once, parents before their children.
pub(super) fn paths(target: &str, span: Span, root: &Node) -> Result<Vec<Path>, Box<Diagnostic>> {
    let times = |text: &str| target.matches(text).count();
    if target.len() > LONGEST
        || times("[") > MOST_BRACKETS
        || times("(") > MOST_GROUPS
        || times("..") > MOST_DESCENTS
    {
        let what = "the target is too long or nests too deep";
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, span, what);
        return Err(Box::new(diagnostic.help("make several actions of it")));
    }
    let query = JsonPath::parse(target).map_err(|error| {
        let what = format!("the target is not JSONPath: {}", error.message());
        Box::new(
            Diagnostic::error(Code::OverlayTarget, span, what)
                .label(format!("at character {}", error.position()))
                .help("write as in RFC 9535: a name with `/` or `-` stands as in `$.paths['/offers']`"),
        )
    })?;
    let json = root.to_json();
    let located = query.query_located(&json);
    let paths = located
        .locations()
        .map(|path| path.iter().map(step).collect());
    // A union can select a value twice.
    let paths: BTreeSet<Path> = paths.collect();
    Ok(paths.into_iter().collect())
}

fn step(element: &PathElement<'_>) -> Step {
    match element {
        PathElement::Name(name) => Step::Name((*name).to_owned()),
        PathElement::Index(index) => Step::Index(*index),
    }
}
