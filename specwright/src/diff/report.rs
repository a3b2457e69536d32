//! The results of a comparison.

use std::collections::HashMap;

use spec::diff::{Category, Change, Level, Release, Users};

use super::finding::{Finding, Section};
use super::side::Side;
use crate::message::file;
use crate::report::plural;

/// The outcome of a comparison.
pub(super) struct Report {
    /// The findings, the worst first, and in each level those about requests and responses first.
    pub(super) findings: Vec<Finding>,
    /// The names of the old and the new description, as given by the user.
    pub(super) names: [String; 2],
    /// The file of the new description, for annotations without a place.
    pub(super) file: String,
    /// The level from which on a change fails the run.
    pub(super) least: Level,
    /// Further notes for the user.
    pub(super) notes: Vec<String>,
}

impl Report {
    pub(super) fn new(changes: Vec<Change>, old: &Side, new: &Side, least: Level) -> Self {
        let causes = spec::diff::by_cause(changes).into_iter();
        let mut findings: Vec<_> = causes.map(|one| Finding::new(one, old, new)).collect();
        distinguish(&mut findings);
        findings.sort_by_key(|one| (std::cmp::Reverse(one.change.level), one.change.category));
        let mut files = new.documents.sources.files();
        Self {
            findings,
            names: [old.name.clone(), new.name.clone()],
            file: files.next().map_or_else(String::new, |one| file(&one.name)),
            least,
            notes: Vec::new(),
        }
    }

    pub(super) fn of(&self, section: Section) -> impl Iterator<Item = &Finding> {
        let all = self.findings.iter();
        all.filter(move |one| one.section() == section)
    }

    pub(super) fn count(&self, section: Section) -> usize {
        self.of(section).count()
    }

    /// Returns whether a breaking change is not accepted.
    pub(super) fn fails(&self) -> bool {
        self.findings.iter().any(|one| one.counts(self.least))
    }

    /// Returns a summary: `2 breaking changes, 3 that may break, 2 that may keep programs from compiling, 1 accepted, 4 harmless`.
    pub(super) fn counts(&self) -> String {
        let mut parts = vec![plural(self.count(Section::Breaks), "breaking change")];
        let further = [
            (Section::MayBreak, "that may break"),
            (Section::Programs, "that may keep programs from compiling"),
            (Section::Accepted, "accepted"),
            (Section::Harmless, "harmless"),
        ];
        for (section, what) in further {
            let count = self.count(section);
            if count > 0 || section == Section::Harmless {
                parts.push(format!("{count} {what}"));
            }
        }
        parts.join(", ")
    }

    /// Returns the number of changes in each category.
    pub(super) fn categories(&self) -> Vec<(&'static str, usize)> {
        let all = [
            Category::Wire,
            Category::Types,
            Category::Behavior,
            Category::Docs,
        ];
        let count = |wanted| {
            let own = self.findings.iter();
            own.filter(|one| one.change.category == wanted).count()
        };
        let counts = all.map(|one| (category(one), count(one)));
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Returns which part of the SDKs' version must be raised.
    pub(super) fn release(&self) -> &'static str {
        part(self.release_for(Users::Clients))
    }

    /// Returns the same for server stubs, if another part must be raised there.
    pub(super) fn server_release(&self) -> Option<&'static str> {
        let own = self.release_for(Users::Servers);
        (own != self.release_for(Users::Clients)).then(|| part(own))
    }

    fn release_for(&self, users: Users) -> Release {
        Release::of(users, self.findings.iter().map(|one| &one.change))
    }
}

/// Returns the name of a part of a version.
const fn part(release: Release) -> &'static str {
    match release {
        Release::Major => "major",
        Release::Minor => "minor",
        Release::Patch => "patch",
    }
}

/// Gives each finding a separate id. In YAML, one schema can be at several places (anchors and
/// aliases), whose changes then have the same names in the old description.
fn distinguish(findings: &mut [Finding]) {
    let mut firsts: HashMap<String, String> = HashMap::new();
    for one in findings.iter() {
        let at = &one.change.at;
        let first = firsts.entry(one.fingerprint.clone());
        first
            .and_modify(|known| *known = known.as_str().min(at).to_owned())
            .or_insert_with(|| at.clone());
    }
    for one in findings {
        if firsts.get(&one.fingerprint) != Some(&one.change.at) {
            one.fingerprint = one.change.fingerprint_at(&one.fingerprint);
        }
    }
}

/// Returns the name of a category in messages.
pub(super) const fn category(category: Category) -> &'static str {
    match category {
        Category::Wire => "wire",
        Category::Types => "types",
        Category::Behavior => "behavior",
        Category::Docs => "docs",
    }
}

/// Returns `a, b, c and 4 more`, with at most this many.
pub(super) fn listed<T: AsRef<str>>(
    names: impl ExactSizeIterator<Item = T>,
    most: usize,
) -> String {
    let more = names.len().saturating_sub(most);
    let shown: Vec<_> = names.take(most).collect();
    let shown: Vec<_> = shown.iter().map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    if more > 0 {
        format!("{shown} and {more} more")
    } else {
        shown
    }
}
