//! Environment variables: samples in every language read their settings from them, and clients the
//! level of their log.

use super::names::{Case, convert};
use crate::Config;

/// Returns the environment variable of a setting, such as `MARKETPLACE_BASE_URL`: the same in every
/// language.
pub(crate) fn variable(config: &Config, setting: &str) -> String {
    let prefix = config.package.environment.as_deref();
    let prefix = prefix.unwrap_or(&config.go.package);
    let case = Case::Constant;
    format!("{}_{}", convert(prefix, case), convert(setting, case))
}

/// Returns the environment variable for the level of the log of clients, such as `MARKETPLACE_LOG`.
pub(crate) fn log(config: &Config) -> String {
    variable(config, "log")
}
