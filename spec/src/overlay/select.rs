//! What the queries of an action select (Overlay 1.1.0 §4.4.3: queries of RFC 9535).

use serde_json_path::JsonPath;

use super::query::{self, Query, Selection};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Documents;
use crate::source::Span;

/// How long a target may be, in bytes.
const LONGEST: usize = 1_000;
/// How often brackets may open: the parser calls itself for each.
const MOST_BRACKETS: usize = 40;
/// How often parentheses may open: the parser tries several readings of each.
const MOST_GROUPS: usize = 8;

/// Everything that a query selects in the description.
pub(super) fn select(
    text: &str,
    span: Span,
    documents: &Documents,
) -> Result<Selection, Box<Diagnostic>> {
    let query = parse(text, span)?;
    let Some(root) = documents.main() else {
        return Ok(Selection::default());
    };
    query::select(&query, root, documents.budget()).map_err(|exceeded| Box::new(exceeded.at(span)))
}

fn parse(target: &str, span: Span) -> Result<Query, Box<Diagnostic>> {
    let times = |text: &str| target.matches(text).count();
    if target.len() > LONGEST || times("[") > MOST_BRACKETS || times("(") > MOST_GROUPS {
        let what = "the target is too long or nests too deep";
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, span, what);
        return Err(Box::new(diagnostic.help("make several actions of it")));
    }
    let complaint = |what: &str| {
        let what = format!("the target is not JSONPath: {what}");
        Diagnostic::error(Code::OverlayTarget, span, what)
            .help("write as in RFC 9535: a name with `/` or `-` stands as in `$.paths['/offers']`")
    };
    JsonPath::parse(target).map_err(|error| {
        let at = format!("at character {}", error.position());
        Box::new(complaint(error.message()).label(at))
    })?;
    query::read(target).ok_or_else(|| Box::new(complaint("it cannot be read")))
}
