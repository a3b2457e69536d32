//! Environment variables from which samples in every language read their settings.

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
