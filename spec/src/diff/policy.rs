//! What a service promises beyond its description, which decides how bad a change is.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Level;

/// The promises that a comparison is held to.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The day that sunsets are measured from.
    pub today: Date,
    /// The only `info.version` that the host serves; none where versions may change.
    pub version: Option<String>,
    /// How many days an operation answers at least after it was deprecated; none where no notice
    /// is promised.
    pub notice_days: Option<i32>,
    /// Whether something may be removed at all.
    pub removal: Removal,
    /// Levels that differ from those of the rules, by the id of the rule.
    pub levels: BTreeMap<String, Level>,
}

/// When something may be removed without a break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Removal {
    /// When it was deprecated, and its sunset is reached.
    #[default]
    AfterSunset,
    /// Never on the same host.
    Never,
}

impl Policy {
    /// Without any promise beyond the description.
    #[must_use]
    pub const fn on(today: Date) -> Self {
        Self {
            today,
            version: None,
            notice_days: None,
            removal: Removal::AfterSunset,
            levels: BTreeMap::new(),
        }
    }
}
