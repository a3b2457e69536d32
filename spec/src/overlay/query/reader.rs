//! Parses a query by the grammar of RFC 9535 (Appendix A).

use super::scan::{Scan, Wrong};
use super::{Query, Segment, Selector, logic};

/// Parses a query.
///
/// # Errors
/// Returns what is wrong, and at which character.
pub(in crate::overlay) fn read(text: &str) -> Result<Query, Wrong> {
    let mut scan = Scan::new(text);
    if !scan.takes("$") {
        return Err(scan.wrong("a query begins with `$`"));
    }
    let query = segments(&mut scan, true)?;
    if scan.is_at_end() {
        Ok(query)
    } else {
        Err(scan.wrong("a segment begins with `.`, `..` or `[`"))
    }
}

/// Parses the segments after `$` or `@` (§2.5).
pub(super) fn segments(scan: &mut Scan<'_>, absolute: bool) -> Result<Query, Wrong> {
    let mut segments = Vec::new();
    loop {
        // Whitespace belongs to the segment that it precedes (§2.1.1).
        let before = *scan;
        scan.blank();
        let descendant = scan.takes("..");
        let selectors = if scan.takes("[") {
            bracketed(scan)?
        } else if descendant || scan.takes(".") {
            vec![shorthand(scan)?]
        } else {
            *scan = before;
            break;
        };
        segments.push(Segment {
            descendant,
            selectors,
        });
    }
    Ok(Query { absolute, segments })
}

/// Parses `*` or a name without quotes (§2.5.1.1).
fn shorthand(scan: &mut Scan<'_>) -> Result<Selector, Wrong> {
    if scan.takes("*") {
        return Ok(Selector::Wildcard);
    }
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
    if !scan.peek().is_some_and(begins) {
        return Err(scan.wrong("a name begins with a letter or `_`; write others as in `['a-b']`"));
    }
    let name = scan.word(|c| begins(c) || c.is_ascii_digit());
    Ok(Selector::Name(name.to_owned()))
}

fn bracketed(scan: &mut Scan<'_>) -> Result<Vec<Selector>, Wrong> {
    let mut selectors = Vec::new();
    loop {
        scan.blank();
        selectors.push(selector(scan)?);
        scan.blank();
        if !scan.takes(",") {
            break;
        }
    }
    scan.needs("]", "`,` or `]` was expected")?;
    Ok(selectors)
}

fn selector(scan: &mut Scan<'_>) -> Result<Selector, Wrong> {
    if scan.takes("*") {
        return Ok(Selector::Wildcard);
    }
    if scan.takes("?") {
        scan.blank();
        return logic::any(scan).map(Selector::Filter);
    }
    if let Some(name) = scan.string()? {
        return Ok(Selector::Name(name));
    }
    let start = scan.integer()?;
    // Whitespace before `:` belongs to the slice (§2.3.4.1).
    let before = *scan;
    scan.blank();
    if scan.takes(":") {
        return slice(scan, start);
    }
    *scan = before;
    let what = "`*`, `?`, a name in quotes, an index or a slice was expected";
    start.map(Selector::Index).ok_or_else(|| scan.wrong(what))
}

fn slice(scan: &mut Scan<'_>, start: Option<i64>) -> Result<Selector, Wrong> {
    scan.blank();
    let end = scan.integer()?;
    let before = *scan;
    scan.blank();
    let step = if scan.takes(":") {
        let before = *scan;
        scan.blank();
        let step = scan.integer()?;
        if step.is_none() {
            *scan = before;
        }
        step
    } else {
        *scan = before;
        None
    };
    Ok(Selector::Slice {
        start,
        end,
        step: step.unwrap_or(1),
    })
}
