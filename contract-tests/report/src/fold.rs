//! Shortens long lists for people: what is the same in many places is listed once, with a count.
//! `report.json` and the overlay keep every place.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Drift, DriftKind, Report};
use super::text::counted;

/// The maximum number of leftovers of one kind that are named.
const NAMED: usize = 3;

/// The same difference in one or more places.
#[derive(Debug)]
pub struct Folded<'r> {
    /// The first of the places.
    pub first: &'r Drift,
    /// The difference in one line.
    pub what: String,
    /// The operation, or the number of operations.
    pub operations: String,
    /// The number of places.
    pub places: usize,
    /// How often it was seen.
    pub count: u64,
}

impl Folded<'_> {
    /// Returns everything in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let Self {
            what,
            operations,
            count,
            ..
        } = self;
        if self.places > 1 {
            return format!("{what} on {operations} ({count}×)");
        }
        let operation = self.first.operation.as_ref();
        let operation = operation.map(|id| format!("{id}: ")).unwrap_or_default();
        format!("{operation}{what} ({count}×)")
    }
}

/// Groups differences with equal names of one kind, in the order of the first of each.
#[must_use]
pub fn drift(report: &Report) -> Vec<Folded<'_>> {
    let mut groups: Vec<Vec<&Drift>> = Vec::new();
    let mut places = BTreeMap::new();
    for one in &report.drift {
        // A value or a method means nothing without its place.
        let name = match one.kind {
            DriftKind::EnumValue | DriftKind::Operation => None,
            _ => one.name.as_deref(),
        };
        let known = name.map(|name| *places.entry((one.kind, name)).or_insert(groups.len()));
        match known.and_then(|index| groups.get_mut(index)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups.iter().filter_map(|group| fold(group)).collect()
}

fn fold<'r>(group: &[&'r Drift]) -> Option<Folded<'r>> {
    let first = *group.first()?;
    let operations: BTreeSet<&str> = group
        .iter()
        .filter_map(|one| one.operation.as_deref())
        .collect();
    let name = first.name.as_deref().unwrap_or_default();
    let operation = first.operation.clone().unwrap_or_default();
    let many = counted(operations.len() as u64, "operation", "operations");
    Some(Folded {
        first,
        what: match (group.len(), first.kind) {
            (1, _) => first.what.clone(),
            (_, DriftKind::Header) => format!("the header field {name}"),
            (_, DriftKind::Status) => format!("the status {name}"),
            (_, DriftKind::Sunset) => format!("{name} without a mark as deprecated"),
            (schemas, _) => format!("the member {name} of {schemas} schemas"),
        },
        operations: if operations.len() > 1 {
            many
        } else {
            operation
        },
        places: group.len(),
        count: group
            .iter()
            .map(|one| one.count)
            .fold(0, u64::saturating_add),
    })
}

/// Returns what a run left behind, grouped by kind and reason.
#[must_use]
pub fn leftovers(report: &Report) -> Vec<String> {
    let mut order = Vec::new();
    let mut groups = BTreeMap::<(&str, &str), Vec<(&str, &str)>>::new();
    for one in &report.leftovers {
        let (kind, id, why) = parts(one);
        let group = groups.entry((kind, why)).or_default();
        if group.is_empty() {
            order.push((kind, why));
        }
        group.push((id, one));
    }
    let groups = order.iter().filter_map(|key| Some((key, groups.get(key)?)));
    groups
        .map(|((kind, why), group)| match group.as_slice() {
            [(_, whole)] => (*whole).to_owned(),
            many => {
                let ids: Vec<_> = many.iter().take(NAMED).map(|(id, _)| *id).collect();
                let more = if many.len() > NAMED { ", …" } else { "" };
                format!("{} × {kind} ({}{more}): {why}", many.len(), ids.join(", "))
            }
        })
        .collect()
}

/// Returns the operations that were left out completely, grouped by reason.
#[must_use]
pub fn withheld(report: &Report) -> Vec<String> {
    let mut groups = BTreeMap::<(&str, Option<&str>), Vec<&str>>::new();
    for row in report.withheld.iter().filter(|row| row.whole) {
        let name = row.operation.as_deref().unwrap_or(&row.request);
        let key = (row.why.as_str(), row.remedy.as_deref());
        groups.entry(key).or_default().push(name);
    }
    let line = |((why, remedy), names): (&(&str, Option<&str>), &Vec<&str>)| {
        let shown: Vec<_> = names.iter().take(NAMED).copied().collect();
        let more = names.len().saturating_sub(NAMED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let remedy = remedy
            .map(|remedy| format!("; give {remedy}"))
            .unwrap_or_default();
        format!("{}{more}: {why}{remedy}", shown.join(", "))
    };
    groups.iter().map(line).collect()
}

/// Splits `KIND ID: WHY` into its parts. The id comes from the deployment and may contain anything.
fn parts(text: &str) -> (&str, &str, &str) {
    let (kind, rest) = text.split_once(' ').unwrap_or(("", text));
    let (id, why) = rest.rsplit_once(": ").unwrap_or((rest, ""));
    (kind, id, why)
}
