//! Changes that are accepted until a date (`--accept FILE`).

use jiff::civil::Date;
use messages::accepted::Acceptance;

use super::report::Report;

/// Marks the changes that are accepted today, and notes acceptances that have expired or match
/// nothing.
pub(super) fn apply(accepted: &[Acceptance], report: &mut Report, today: Date) {
    for one in accepted {
        let (id, until) = (&one.id, one.until);
        let own = report.findings.iter_mut();
        let mut own = own.filter(|finding| finding.fingerprint == *id).peekable();
        if own.peek().is_none() {
            let note = format!(
                "the accepted change {id} is not found any more: it is gone, or its id is from an \
                 earlier version"
            );
            report.notes.push(note);
        } else if until < today {
            let note = format!("the change {id} was accepted until {until}");
            report.notes.push(note);
        } else {
            own.for_each(|finding| finding.accepted = Some(one.note()));
        }
    }
}
