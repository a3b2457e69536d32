//! Promises of a service that are not in its description, and that decide how bad a change is.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Level;

/// The promises that a comparison is held to.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The day that sunsets are measured from.
    pub today: Date,
    /// The only `info.version` that the host serves; `None` if it may change.
    pub version: Option<String>,
    /// The minimum number of days between the deprecation and the sunset of an operation; `None` if
    /// nothing is promised.
    pub notice_days: Option<i32>,
    /// When something may be removed.
    pub removal: Removal,
    /// Levels that differ from those of the rules, by the id of the rule.
    pub levels: BTreeMap<String, Level>,
}

/// When something may be removed without a break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Removal {
    /// After a deprecation, once the sunset is reached.
    #[default]
    AfterSunset,
    /// Never on the same host.
    Never,
}

impl Policy {
    /// Creates a policy without promises.
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
