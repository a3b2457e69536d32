//! Groups findings that say the same about several places, so that people read it once.

use std::collections::HashMap;

use spec::diff::Level;

use super::finding::Finding;

/// Findings of one rule that say the same about several operations, or about harmless changes.
pub(super) struct Alike<'f> {
    pub(super) first: &'f Finding,
    pub(super) others: Vec<&'f Finding>,
}

impl<'f> Alike<'f> {
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = &'f Finding> + Clone {
        let all: Vec<_> = std::iter::once(self.first)
            .chain(self.others.iter().copied())
            .collect();
        all.into_iter()
    }

    /// Returns how many findings these are.
    pub(super) fn len(&self) -> usize {
        1 + self.others.len()
    }
}

/// Groups findings, in the order of the first of each group.
pub(super) fn alike<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Alike<'f>> {
    let mut groups: Vec<Alike<'f>> = Vec::new();
    let mut known = HashMap::new();
    for finding in findings {
        let at = *known.entry(key(finding)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.others.push(finding),
            None => groups.push(Alike {
                first: finding,
                others: Vec::new(),
            }),
        }
    }
    groups
}

/// Returns what the findings of a group share: harmless ones their rule and effect on programs,
/// others also their message.
fn key(finding: &Finding) -> (&'static str, Level, bool, String, String) {
    let change = &finding.change;
    let retyped = finding.retyped().is_some();
    if change.level == Level::Info {
        let (at, text) = (String::new(), String::new());
        return (change.rule, change.level, retyped, at, text);
    }
    let operation = change.operation.as_deref();
    let own = operation.and_then(|id| change.at.strip_prefix(id));
    let tail = own.unwrap_or(&change.at).to_owned();
    (
        change.rule,
        change.level,
        retyped,
        tail,
        change.text.clone(),
    )
}
