//! Where settings are, for messages about them that come after the file was read.

use std::collections::HashMap;

use super::Config;
use super::place::{Places, at};

/// Line and column of sections and settings, by their names.
#[derive(Debug, Clone, Default)]
pub(super) struct SettingPlaces(HashMap<(String, String), (usize, usize)>);

impl SettingPlaces {
    pub(super) fn read(places: &Places) -> Self {
        let mut known = HashMap::new();
        for (section, place) in places.members(&[]) {
            for (setting, place) in places.members(&[&section]) {
                known.insert((section.clone(), setting), place);
            }
            known.insert((section, String::new()), place);
        }
        Self(known)
    }
}

impl Config {
    /// Returns a message about a setting with its place, `file:line:column`: that of the setting,
    /// of its section, or the beginning of the file.
    #[must_use]
    pub fn about(&self, [section, setting]: [&str; 2], what: &str) -> String {
        let named = |setting: &str| (section.to_owned(), setting.to_owned());
        let known = |setting| self.places.0.get(&named(setting));
        let (line, column) = known(setting)
            .or_else(|| known(""))
            .copied()
            .unwrap_or((1, 1));
        format!("{}{}", self.file, at(line, column, what))
    }
}
