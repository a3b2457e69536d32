//! Checks the names of parameters that clients set for all calls against a description.

use spec::Api;
use spec::globals::Parameters;

use super::Config;
use super::place::{Places, at};

/// Line and column of each name in `globals`.
#[derive(Debug, Clone, Default)]
pub(super) struct GlobalPlaces(Vec<(usize, usize)>);

impl GlobalPlaces {
    pub(super) fn read(places: &Places) -> Self {
        Self(places.items(&["globals"]))
    }
}

impl Config {
    /// Refuses names in `globals` that clients cannot set for all calls of a description.
    ///
    /// # Errors
    /// Returns the place of the first such name, `file:line:column`, what is wrong there, and what
    /// to do.
    pub fn check_globals(&self, api: &Api) -> Result<(), String> {
        if self.globals.is_empty() {
            return Ok(());
        }
        let parameters = Parameters::new(api);
        for (index, name) in self.globals.iter().enumerate() {
            let Err(fault) = parameters.find(name) else {
                continue;
            };
            let (line, column) = self.global_places.0.get(index).copied().unwrap_or((1, 1));
            let what = format!("`globals` names `{name}`, but {fault}: {}", fault.help());
            return Err(format!("{}{}", self.file, at(line, column, &what)));
        }
        Ok(())
    }
}
