//! Selects values with the queries of an action (Overlay 1.1.0 §4.4.3: queries of RFC 9535).

use super::query::{self, Query, Selection};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Documents;
use crate::source::Span;

/// The maximum length of a target, in bytes.
const LONGEST: usize = 1_000;
/// The maximum number of opening brackets, for each of which the parser recurses.
const MOST_BRACKETS: usize = 40;
/// The maximum number of opening parentheses, for the same reason.
const MOST_GROUPS: usize = 40;

/// Returns everything that a query selects in the description.
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
        let what = "the target is too long or nests too deeply";
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, span, what);
        return Err(Box::new(diagnostic.help("split it into several actions")));
    }
    query::read(target).map_err(|wrong| {
        let what = format!("the target is not JSONPath: {}", wrong.what);
        let at = format!("at character {}", wrong.at + 1);
        let diagnostic = Diagnostic::error(Code::OverlayTarget, span, what).label(at);
        let help = "write as in RFC 9535: write a name with `/` or `-` as in `$.paths['/offers']`";
        Box::new(diagnostic.help(help))
    })
}
