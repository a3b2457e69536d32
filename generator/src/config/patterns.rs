//! Checks the patterns for operations against a description.

use spec::{Documents, Selection, unmatched};

use super::Config;
use super::place::{Places, at};

/// The lists of patterns in the section `mcp`.
const LISTS: [&str; 2] = ["include", "exclude"];

/// Where the patterns are: those of `mcp.include`, then those of `mcp.exclude`.
#[derive(Debug, Clone, Default)]
pub(super) struct PatternPlaces {
    /// Line and column of each pattern.
    places: Vec<(usize, usize)>,
}

impl PatternPlaces {
    pub(super) fn read(places: &Places) -> Self {
        let lists = LISTS.iter().map(|list| places.items(&["mcp", list]));
        Self {
            places: lists.flatten().collect(),
        }
    }
}

impl Config {
    /// Refuses patterns of `mcp.include` and `mcp.exclude` that match no operation of a
    /// description: a misspelled one would leave a tool in the list.
    ///
    /// # Errors
    /// Returns the place of the first such pattern, `file:line:column`, and what is wrong there.
    pub fn check_patterns(&self, documents: &Documents) -> Result<(), String> {
        let lists = [&self.mcp.include, &self.mcp.exclude];
        let selection = Selection {
            include: self.mcp.include.clone(),
            exclude: self.mcp.exclude.clone(),
        };
        let Some(&first) = unmatched(documents, &selection).first() else {
            return Ok(());
        };
        let named = LISTS.iter().zip(lists);
        let mut named =
            named.flat_map(|(list, patterns)| patterns.iter().map(move |one| (list, one)));
        let Some((list, pattern)) = named.nth(first) else {
            return Ok(());
        };
        let (line, column) = self.patterns.places.get(first).copied().unwrap_or((1, 1));
        let what = format!("`mcp.{list}: {pattern}` matches no operation");
        Err(format!("{}{}", self.file, at(line, column, &what)))
    }
}
