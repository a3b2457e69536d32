//! `conformance.toml`: flags, and values that are known to be valid.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde::{Deserialize, Serialize};

use conformance_engine::supplied_values::KnownValues;

/// The default settings file.
const FILE: &str = "conformance.toml";

/// Settings with the name of a file or folder, which is relative to the settings file.
const PATHS: [&str; 11] = [
    "accept",
    "baseline",
    "cacert",
    "cert",
    "credentials",
    "emit-tests",
    "history",
    "key",
    "regressions",
    "report",
    "spec",
];

/// The settings of a run. Flags and environment variables override them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    /// The address of the API.
    base_url: Option<String>,
    /// The address of the token host, if there is one.
    auth_url: Option<String>,
    /// The organization, for the path parameter `orgId`.
    org: Option<String>,
    /// Values of path parameters, by name: items below them are read, and new ones are created
    /// there.
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    /// Values of other parameters and of places in bodies that are known to be valid, by
    /// operationId, or by `*` for every operation that has the place.
    #[serde(default)]
    values: KnownValues,
    /// The description to check against.
    spec: Option<String>,
    /// Only these operations of the description are read: `tag:NAME`, `path:/offers*` or `op:ID`.
    include: Option<Vec<String>>,
    /// These operations of the description are left out.
    exclude: Option<Vec<String>>,
    /// A TOML file with a table `[identities.NAME]` for each identity.
    credentials: Option<String>,
    /// Whether deviations from assumptions of the description fail the run.
    strict: Option<bool>,
    /// Whether nothing may be changed.
    read_only: Option<bool>,
    /// Whether resources are created, changed and deleted.
    allow_writes: Option<bool>,
    /// Whether operations are sent that act on a collection, on the caller or on the server as a
    /// whole.
    allow_actions: Option<bool>,
    /// Operations of this kind that are sent regardless.
    action: Option<Vec<String>>,
    /// Whether a burst of requests is sent.
    allow_bursts: Option<bool>,
    /// Whether malformed HTTP is sent over a bare socket.
    allow_raw_sockets: Option<bool>,
    /// Whether forged tokens are sent.
    allow_forgeries: Option<bool>,
    /// Only these checks or requirements, by id.
    only: Option<Vec<String>>,
    /// Not these checks or requirements.
    skip: Option<Vec<String>>,
    /// Only the requirements of these sections.
    section: Option<Vec<String>>,
    /// Only these operations are in the plan.
    operation: Option<Vec<String>>,
    /// No request is sent to these operations.
    skip_operation: Option<Vec<String>>,
    /// How many requests of each random intent an operation gets.
    cases: Option<u32>,
    /// The seed of random choices.
    seed: Option<u64>,
    /// How long the run may take: 90s, 10m, 1h.
    max_time: Option<String>,
    /// The maximum number of requests.
    max_requests: Option<u64>,
    /// How many requests are under way at once.
    concurrency: Option<usize>,
    /// How long one response may take: 500ms, 10s.
    timeout: Option<String>,
    /// How long to wait at most for an access token to expire: 10m.
    wait_for_expiry: Option<String>,
    /// The part of the plan that is run: 2/5.
    shard: Option<String>,
    /// A folder of findings of earlier runs; their requests are sent first.
    regressions: Option<String>,
    /// The folder into which each finding is written as a Rust test.
    emit_tests: Option<String>,
    /// Accepted findings, with the date until which they are accepted (TOML).
    accept: Option<String>,
    /// What earlier runs saw of sunsets and shapes.
    history: Option<String>,
    /// The description of an earlier day, to compare with for breaking changes.
    baseline: Option<String>,
    /// Where the deployment sends webhooks.
    webhook_url: Option<String>,
    /// The address to receive webhooks on.
    webhook_listen: Option<String>,
    /// Whether the run fails unless everything that applies was tested.
    certify: Option<bool>,
    /// Where the report is written.
    report: Option<String>,
    /// How findings are reported: human, json, github or sarif.
    message_format: Option<String>,
    /// Whether each event of the run is printed when it happens; needs the format `json`.
    events: Option<bool>,
    /// Whether only the verdict is printed.
    quiet: Option<bool>,
    /// When colours are used: auto, always or never.
    color: Option<String>,
    /// Header fields, `NAME: VALUE`, for every request that does not have them.
    header: Option<Vec<String>>,
    /// Certificates (PEM) to trust in addition to those of the machine.
    cacert: Option<String>,
    /// The client certificate (PEM), for servers that require one.
    cert: Option<String>,
    /// Its private key (PEM).
    key: Option<String>,
    /// The proxy, an http or socks5 address.
    proxy: Option<String>,
    /// Addresses of hosts, `HOST:PORT:ADDRESS`.
    resolve: Option<Vec<String>>,
    /// The maximum rate of requests: 10/s, 90/m or auto.
    rate_limit: Option<String>,
    /// How long to wait at most for the deployment to respond before the run begins: 60s.
    wait: Option<String>,
}

/// The settings as flags, and those without a flag.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// Flags that are not on the command line.
    pub(super) flags: Vec<OsString>,
    /// Values that are known to be valid.
    pub(super) values: KnownValues,
    /// The file, if there is one.
    pub(super) file: Option<PathBuf>,
}

/// Reads the settings from the file that the command line names, otherwise from `conformance.toml`
/// in the current folder, if it exists.
///
/// # Errors
/// Returns an error if the file cannot be read, or has an unknown setting.
pub(super) fn read(command: &Command, given: &ArgMatches) -> Result<Read> {
    let named = given.get_one::<PathBuf>("config");
    let path = match named {
        Some(path) => path.as_path(),
        None if Path::new(FILE).is_file() => Path::new(FILE),
        None => return Ok(Read::default()),
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (flags, values) =
        flags(&text, folder, command, given).with_context(|| format!("in {shown}"))?;
    Ok(Read {
        flags,
        values,
        file: Some(path.to_owned()),
    })
}

fn flags(
    text: &str,
    folder: &Path,
    command: &Command,
    given: &ArgMatches,
) -> Result<(Vec<OsString>, KnownValues)> {
    let mut settings: Settings = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        anyhow::anyhow!("line {line}, column {column}: {}", error.message())
    })?;
    let values = std::mem::take(&mut settings.values);
    let parameters = std::mem::take(&mut settings.parameters);
    let mut all: Vec<(String, toml::Value)> = Vec::new();
    for (name, value) in parameters {
        all.push(("parameter".to_owned(), format!("{name}={value}").into()));
    }
    all.extend(toml::Table::try_from(&settings)?);
    let mut flags = Vec::new();
    for (name, value) in all {
        if name == "values" || name == "parameters" || !is_open(command, given, &name) {
            continue;
        }
        let values = match value {
            toml::Value::Array(items) => items,
            other => vec![other],
        };
        for value in values {
            flags.extend(flag(&name, value, folder)?);
        }
    }
    Ok((flags, values))
}

/// Returns whether a flag may still be set: neither it nor a conflicting one was given.
fn is_open(command: &Command, given: &ArgMatches, name: &str) -> bool {
    let Some(flag) = command
        .get_arguments()
        .find(|one| one.get_long() == Some(name))
    else {
        return true;
    };
    let is_given = |id: &str| {
        let source = given.value_source(id);
        matches!(
            source,
            Some(ValueSource::CommandLine | ValueSource::EnvVariable)
        )
    };
    // Only one of the two flags declares the conflict.
    let excludes = |one: &Arg, other: &Arg| {
        let mut all = command.get_arg_conflicts_with(one).into_iter();
        all.any(|excluded| excluded.get_id() == other.get_id())
    };
    let mut others = command.get_arguments();
    // Values of several parameters are combined.
    let is_own = is_given(flag.get_id().as_str()) && name != "parameter";
    !is_own
        && !others.any(|other| {
            is_given(other.get_id().as_str()) && (excludes(flag, other) || excludes(other, flag))
        })
}

fn flag(name: &str, value: toml::Value, folder: &Path) -> Result<Option<OsString>> {
    let text = match value {
        toml::Value::Boolean(false) => return Ok(None),
        toml::Value::Boolean(true) => return Ok(Some(format!("--{name}").into())),
        toml::Value::String(text) => text,
        toml::Value::Integer(number) => number.to_string(),
        other => bail!("`{name}` cannot be {}", other.type_str()),
    };
    let mut flag = OsString::from(format!("--{name}="));
    if PATHS.contains(&name) {
        flag.push(folder.join(text));
    } else {
        flag.push(text);
    }
    Ok(Some(flag))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::CommandLine;

    /// Flags that only make sense on a command line.
    const OF_A_CALL: [&str; 5] = ["config", "list", "parameter", "replay", "yes"];

    fn parsed(text: &str, arguments: &[&str]) -> Result<Vec<String>> {
        let command = CommandLine::command();
        let given = command.clone().get_matches_from(arguments);
        let (flags, _) = flags(text, Path::new("there"), &command, &given)?;
        Ok(flags
            .into_iter()
            .map(|one| one.into_string().expect("text"))
            .collect())
    }

    #[test]
    fn every_flag_is_a_setting() {
        let command = CommandLine::command();
        let all = command.get_arguments().filter_map(Arg::get_long);
        let flags: Vec<_> = all.filter(|name| !OF_A_CALL.contains(name)).collect();
        assert!(flags.len() > 40, "{flags:?}");
        for flag in flags {
            let taken = ["= true", "= 1", "= \"x\"", "= [\"x\"]"];
            let is_setting = taken.iter().any(|value| {
                let text = format!("{flag} {value}");
                toml::from_str::<Settings>(&text).is_ok()
            });
            assert!(is_setting, "conformance.toml has no `{flag}`");
        }
    }

    #[test]
    fn every_setting_is_a_flag() {
        let command = CommandLine::command();
        let all = [
            "base-url = \"http://x/\"",
            "skip = [\"a\", \"b\"]",
            "seed = 3",
            "strict = true",
            "quiet = false",
            "spec = \"a.yaml\"",
            "[parameters]",
            "orgId = \"o 1\"",
        ];
        let flags = parsed(&all.join("\n"), &["conformance"]).expect("settings");
        let wanted = [
            "--parameter=orgId=o 1",
            "--base-url=http://x/",
            "--skip=a",
            "--skip=b",
            "--seed=3",
            "--strict",
            "--spec=there/a.yaml",
        ];
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all
        };
        assert_eq!(
            sorted(flags.clone()),
            sorted(wanted.map(str::to_owned).into())
        );
        let line = std::iter::once("conformance".to_owned()).chain(flags);
        command.try_get_matches_from(line).expect("flags");
    }

    #[test]
    fn the_command_line_counts_before_the_file() {
        let text = "seed = 3\nallow-writes = true\n[parameters]\na = \"1\"";
        let given = [
            "conformance",
            "--seed",
            "4",
            "--read-only",
            "--parameter",
            "b=2",
        ];
        assert_eq!(parsed(text, &given).expect("settings"), ["--parameter=a=1"]);
    }

    #[test]
    fn what_is_unknown_is_refused_with_its_place() {
        let wrong = parsed("seed = 3\nsede = 4\n", &["conformance"]).expect_err("a fault");
        assert!(
            format!("{wrong:#}").contains("line 2, column 1"),
            "{wrong:#}"
        );
    }
}
