//! `diff.yaml`: what a service promises in addition to its description.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use jiff::civil::Date;
use serde::Deserialize;
use spec::diff::{Level, Policy, Removal, rules};

/// What a service promises in addition to its description.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct File {
    /// The only `info.version` that the host serves. Without it, versions may change.
    version: Option<String>,
    /// How many days an operation responds at least after its deprecation. Without it, no sunset is
    /// required.
    notice_days: Option<u16>,
    /// When something may be removed without a break.
    removal: Going,
    /// Levels that differ from those of the rules, by the id of the rule.
    levels: BTreeMap<String, Severity>,
}

/// When something may be removed without a break.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Going {
    /// When it is deprecated, and its sunset has passed.
    #[default]
    AfterSunset,
    /// Never on the same host.
    Never,
}

/// How severe a change is.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Severity {
    /// It breaks nothing.
    Info,
    /// It may break something.
    Warning,
    /// It breaks something.
    Error,
}

/// Returns the promises: from the named file, otherwise from the file next to the new description,
/// otherwise none.
pub(super) fn read(named: Option<&Path>, new: &Path, today: Date) -> Result<Policy> {
    let beside = new.with_file_name("diff.yaml");
    let is_file = !new.to_string_lossy().starts_with("git:") && new != Path::new("-");
    match named {
        Some(path) => from(path, today),
        None if is_file && beside.is_file() => from(&beside, today),
        None => Ok(Policy::on(today)),
    }
}

fn from(path: &Path, today: Date) -> Result<Policy> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    parse(&text, today).with_context(|| format!("{name} cannot be used"))
}

fn parse(text: &str, today: Date) -> Result<Policy> {
    let file: File = serde_yaml::from_str(text)?;
    let known: Vec<_> = rules::all().into_iter().map(|rule| rule.id).collect();
    if let Some(unknown) = file.levels.keys().find(|id| !known.contains(&id.as_str())) {
        bail!("`levels` names `{unknown}`, which is not a rule of `diff`");
    }
    let level = |severity| match severity {
        Severity::Info => Level::Info,
        Severity::Warning => Level::Warning,
        Severity::Error => Level::Error,
    };
    let levels = file.levels.into_iter();
    Ok(Policy {
        today,
        version: file.version,
        notice_days: file.notice_days.map(i32::from),
        removal: match file.removal {
            Going::AfterSunset => Removal::AfterSunset,
            Going::Never => Removal::Never,
        },
        levels: levels.map(|(id, severity)| (id, level(severity))).collect(),
    })
}
