//! The flags of the command line.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::{Args, Parser, Subcommand, ValueEnum};
use conformance_core::service::Service;
use messages::MessageFormat;
use messages::select::Select;
use url::Url;

use super::reach::{PaceFlags, ReachFlags};
use conformance_engine::filter::Filter;
use conformance_engine::profile::{Profile, Risks, Selection, WebhookReceiver};
use conformance_engine::supplied_values::KnownValues;

const EXAMPLES: &str = "\
Exit codes:
  0  the deployment conforms
  1  it violates the contract, or less was tested than was demanded
  2  the command line, the description or the credentials are wrong
  3  the deployment cannot be reached, stops answering, or refuses the credentials

Examples:
  conformance --base-url https://api.example --auth-url https://auth.example --org org-1
  conformance --base-url http://127.0.0.1:8080 --spec theirs.yaml --report out
  conformance --only sunset-date --section A9
  conformance explain challenge-with-401
  conformance --replay out/findings/3fa92b77c1d0.json
  conformance --emit-tests tests/conformance
  conformance tolerance --base-url http://127.0.0.1:8080 -- ./my-client --smoke
  conformance merge --report all out-1/report.json out-2/report.json

Secrets come from the environment (MARKETPLACE_CLIENT_ID, MARKETPLACE_CLIENT_SECRET,
MARKETPLACE_API_KEY, MARKETPLACE_WEBHOOK_SECRET, MARKETPLACE_TOKEN_COMMAND for a command that
prints an access token, and MARKETPLACE_OTHER_… for another organization) or from --credentials,
never from a flag.";

/// Checks a live deployment against the description of its API.
#[derive(Debug, Parser)]
#[command(name = "conformance", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) check: CheckArguments,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of them")]
pub(super) enum Command {
    /// Join the reports of the shards of one plan.
    Merge(Merge),
    /// Explain a check that a report names, or the checks of a requirement.
    Explain(super::explain::Arguments),
    /// Run a client behind proxies that add to responses what a deployment may add at any time.
    Tolerance(Tolerance),
}

#[derive(Debug, Args)]
pub(super) struct Tolerance {
    /// The address of the API.
    #[arg(long, env = "MARKETPLACE_BASE_URL", value_name = "URL")]
    pub(super) base_url: Url,
    /// The address of the token host.
    #[arg(long, env = "MARKETPLACE_AUTH_URL", value_name = "URL")]
    pub(super) auth_url: Option<Url>,
    /// The description that defines what can be added [default: that of the Cloud Marketplace
    /// Automation Service]
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Option<PathBuf>,
    #[command(flatten)]
    pub(super) select: Select,
    /// Another variable that is set to the address of the API's proxy, in addition to
    /// `MARKETPLACE_BASE_URL`; repeatable.
    #[arg(long = "env", value_name = "NAME")]
    pub(super) variables: Vec<String>,
    /// How long the client may run each time: 90s, 10m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(super) timeout: Duration,
    /// Also pass on requests that change something; on this machine this is the default.
    #[arg(long)]
    pub(super) allow_writes: bool,
    /// Pass on requests that act on a collection, on the caller or on the server as a whole.
    #[arg(long)]
    pub(super) allow_actions: bool,
    /// Pass on everything: the client may change what it has not created itself. It is run several
    /// times.
    #[arg(long)]
    pub(super) trust_client: bool,
    /// The value of a path parameter below which the client may create items; repeatable.
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) parameters: Vec<(String, String)>,
    /// The organization, for the path parameter `orgId`.
    #[arg(long, value_name = "ID", env = "MARKETPLACE_ORG_ID")]
    pub(super) org: Option<String>,
    #[command(flatten)]
    pub(super) reach: ReachFlags,
    /// Find out what the client needs, and write it to a file for `diff --consumers`: the client
    /// runs repeatedly while more and more is removed from responses.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          default_missing_value = "consumer.json")]
    pub(super) needs: Option<PathBuf>,
    /// How something is removed with `--needs`; repeatable.
    #[arg(long, value_name = "HOW", requires = "needs", default_values_t = [Take::Remove])]
    pub(super) take: Vec<Take>,
    /// The name of the client in that file [default: the name of its program]
    #[arg(long, value_name = "NAME", requires = "needs")]
    pub(super) client: Option<String>,
    /// The client: a command that succeeds against the deployment.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

/// How a property is removed from responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Take {
    /// The property is left out.
    Remove,
    /// The property is null.
    Null,
    /// The property has another name.
    Rename,
}

impl std::fmt::Display for Take {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Remove => "remove",
            Self::Null => "null",
            Self::Rename => "rename",
        })
    }
}

#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The reports, one of each shard.
    #[arg(required = true, value_name = "REPORT.JSON")]
    pub(super) reports: Vec<PathBuf>,
    /// Where to write the joint report.
    #[arg(long, value_name = "DIR", default_value = "conformance-report")]
    pub(super) report: PathBuf,
    /// Fail unless the shards together tested everything that applies.
    #[arg(long)]
    pub(super) certify: bool,
    /// How findings are reported. Except for `human`, standard output is for machines, and the
    /// summary for people goes to standard error.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) message_format: MessageFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    pub(super) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => anstream::ColorChoice::Always.write_global(),
            Self::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(super) struct CheckArguments {
    /// The address of the API.
    #[arg(long, value_name = "URL", env = "MARKETPLACE_BASE_URL")]
    pub(super) base_url: Option<Url>,
    /// The address of the token host, if there is one.
    #[arg(long, value_name = "URL", env = "MARKETPLACE_AUTH_URL")]
    pub(super) auth_url: Option<Url>,
    /// The organization, for the path parameter `orgId`.
    #[arg(long, value_name = "ID", env = "MARKETPLACE_ORG_ID")]
    pub(super) org: Option<String>,
    /// The value of another path parameter: items below it are read, and new ones are created
    /// there; repeatable.
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) parameters: Vec<(String, String)>,
    /// The description to check against [default: that of the Cloud Marketplace Automation Service]
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Option<PathBuf>,
    #[command(flatten)]
    pub(super) select: Select,
    /// A TOML file with a table `[identities.NAME]` for each identity.
    #[arg(long, value_name = "FILE")]
    pub(super) credentials: Option<PathBuf>,
    /// Also fail for deviations from assumptions of the description.
    #[arg(long)]
    pub(super) strict: bool,
    /// Change nothing; this is the default for every deployment that is not on this machine.
    #[arg(long, conflicts_with = "allow_writes")]
    pub(super) read_only: bool,
    /// Create resources, change them and delete them; on this machine this is the default.
    #[arg(long)]
    pub(super) allow_writes: bool,
    /// Also send operations that act on a collection, on the caller or on the server as a whole.
    #[arg(long)]
    pub(super) allow_actions: bool,
    /// Send these operations although they act on more than items of this run, selected as for
    /// `--operation`; repeatable.
    #[arg(long = "action", value_name = "FILTER")]
    pub(super) actions: Vec<Filter>,
    /// Send a burst of requests, to see whether a rate limit applies.
    #[arg(long)]
    pub(super) allow_bursts: bool,
    /// Send malformed HTTP over a bare socket.
    #[arg(long)]
    pub(super) allow_raw_sockets: bool,
    /// Send forged tokens.
    #[arg(long)]
    pub(super) allow_forgeries: bool,
    /// Only these checks or requirements, by id; repeatable.
    #[arg(long, value_name = "ID")]
    pub(super) only: Vec<String>,
    /// Not these checks or requirements; repeatable.
    #[arg(long, value_name = "ID")]
    pub(super) skip: Vec<String>,
    /// Only the requirements of these sections, such as A9; repeatable.
    #[arg(long, value_name = "SECTION")]
    pub(super) section: Vec<String>,
    /// Only include these operations in the plan: by operationId, `path:/org/*`, `tag:Offers` or
    /// `method:get`; repeatable.
    #[arg(long, value_name = "FILTER")]
    pub(super) operation: Vec<Filter>,
    /// Send no request to these operations, selected in the same way; repeatable.
    #[arg(long, value_name = "FILTER")]
    pub(super) skip_operation: Vec<Filter>,
    /// How many requests of each random intent an operation gets.
    #[arg(long, value_name = "N")]
    pub(super) cases: Option<u32>,
    /// The seed of random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// How long the run may take: 90s, 10m, 1h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) max_time: Option<Duration>,
    /// The maximum number of requests.
    #[arg(long, value_name = "N")]
    pub(super) max_requests: Option<u64>,
    /// How many requests are under way at once.
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<usize>,
    /// How long one response may take: 500ms, 10s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) timeout: Option<Duration>,
    /// Wait at most this long for an access token to expire, if no expired one was given: 10m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) wait_for_expiry: Option<Duration>,
    /// Run one part of the plan: 2/5 is the second of five.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<(u32, u32)>,
    /// Send the requests of a finding again.
    #[arg(long, value_name = "FILE")]
    pub(super) replay: Option<PathBuf>,
    /// Send the changing requests of `--replay` without asking.
    #[arg(long, requires = "replay")]
    pub(super) yes: bool,
    /// A folder of findings of earlier runs; their requests are sent first.
    #[arg(long, value_name = "DIR")]
    pub(super) regressions: Option<PathBuf>,
    /// Write each finding as a Rust test into this folder, such as `tests/conformance`.
    #[arg(long, value_name = "DIR")]
    pub(super) emit_tests: Option<PathBuf>,
    /// Accepted findings, with the date until which they are accepted (TOML).
    #[arg(long, value_name = "FILE")]
    pub(super) accept: Option<PathBuf>,
    /// What earlier runs saw of sunsets and shapes; read and updated.
    #[arg(long, value_name = "FILE")]
    pub(super) history: Option<PathBuf>,
    /// The description of an earlier day, to compare with for breaking changes.
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Where the deployment sends webhooks, if not to this machine.
    #[arg(long, value_name = "URL")]
    pub(super) webhook_url: Option<Url>,
    /// The address to receive webhooks on.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) webhook_listen: Option<SocketAddr>,
    /// Fail unless everything that applies was tested. For shards, use `merge --certify`.
    #[arg(long, conflicts_with_all = ["shard", "replay"])]
    pub(super) certify: bool,
    /// Where to write the report.
    #[arg(long, value_name = "DIR")]
    pub(super) report: Option<PathBuf>,
    /// Print the plan and the checks, and send nothing.
    #[arg(long)]
    pub(super) list: bool,
    /// How findings are reported. Except for `human`, standard output is for machines, and the
    /// summary for people goes to standard error.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) message_format: MessageFormat,
    /// With `--message-format json`: also print each event of the run when it happens, such as a
    /// request or a new finding. The findings with their levels follow at the end.
    #[arg(long, conflicts_with = "list")]
    pub(super) events: bool,
    /// Print the verdict only.
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// A TOML file of flags, by their names, and of valid values for parameters; flags and
    /// variables override it [default: conformance.toml, if it is present]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reach: ReachFlags,
    #[command(flatten)]
    pub(super) pace: PaceFlags,
    /// Values in the settings file that have no flag.
    #[arg(skip)]
    pub(super) known: KnownValues,
    /// The settings file that was read.
    #[arg(skip)]
    pub(super) settings: Option<PathBuf>,
}

impl CheckArguments {
    /// Returns the files that the run reads: reports are not written into their folders.
    pub(super) fn inputs(&self) -> Vec<&Path> {
        let files = [
            &self.spec,
            &self.credentials,
            &self.accept,
            &self.baseline,
            &self.settings,
        ];
        let files = files.into_iter().flatten().chain(self.reach.inputs());
        files.map(PathBuf::as_path).collect()
    }

    /// Returns what the run may do.
    pub(super) fn profile(&self, service: &Service) -> Result<Profile> {
        let (base, auth) = (service.variable("BASE_URL"), service.variable("AUTH_URL"));
        let base_url = self
            .base_url
            .clone()
            .map_or_else(|| address(&base), |url| Ok(Some(url)));
        let base_url = base_url?.with_context(|| {
            format!("there is nothing to check: give --base-url, or set {base}")
        })?;
        let mut profile = Profile::new(base_url);
        profile.auth_url = match &self.auth_url {
            Some(url) => Some(url.clone()),
            None => address(&auth)?,
        };
        profile.parameters.extend(self.parameters.iter().cloned());
        if let Some(org) = &self.org {
            let name = service.organization.clone().context(
                "the paths of the description do not begin with an organization, so --org has no effect: \
                 give --parameter NAME=VALUE",
            )?;
            profile.parameters.insert(name, org.clone());
        }
        let is_loopback = profile.is_loopback();
        profile.writes = self.allow_writes || (is_loopback && !self.read_only);
        profile.strict = self.strict;
        profile.seed = self.seed;
        profile.risks = Risks {
            burst: self.allow_bursts || is_loopback,
            raw_sockets: self.allow_raw_sockets || is_loopback,
            forgeries: self.allow_forgeries || is_loopback,
        };
        profile.selection = Selection {
            only: self.only.clone(),
            skip: self.skip.clone(),
            sections: self.section.clone(),
            operations: self.operation.clone(),
            skip_operations: self.skip_operation.clone(),
        };
        profile.known.clone_from(&self.known);
        profile.reach = self.reach.reach()?;
        self.pace.apply(&mut profile.reach);
        profile.allow_actions = self.allow_actions;
        profile.actions.clone_from(&self.actions);
        profile.shard = self.shard;
        profile.webhook = WebhookReceiver {
            url: self.webhook_url.clone(),
            listen: self.webhook_listen,
        };
        set(&mut profile.cases, self.cases);
        set(&mut profile.max_time, self.max_time);
        set(&mut profile.max_requests, self.max_requests);
        set(&mut profile.timeout, self.timeout);
        set(&mut profile.expiry_wait, self.wait_for_expiry);
        set(
            &mut profile.concurrency,
            self.concurrency.map(|number| number.clamp(1, 256)),
        );
        Ok(profile)
    }
}

/// Reads an address from an environment variable.
fn address(variable: &str) -> Result<Option<Url>> {
    let text = std::env::var(variable).ok();
    let url = text.map(|text| {
        text.parse()
            .with_context(|| format!("{variable} is not a URL"))
    });
    url.transpose()
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// Parses `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = pair.ok_or("it is not of the form NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses `500ms`, `90s`, `10m` or `1h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: u64 = number.parse().map_err(|_| "it has no number")?;
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" | "" => Ok(Duration::from_secs(number)),
        "m" => Ok(Duration::from_secs(number.saturating_mul(60))),
        "h" => Ok(Duration::from_secs(number.saturating_mul(3600))),
        _ => Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    }
}

/// Parses `2/5`.
fn shard(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('/').and_then(|(part, of)| {
        let part: u32 = part.parse().ok()?;
        Some((part, of.parse::<u32>().ok()?))
    });
    match parts {
        Some((part, of)) if part >= 1 && part <= of => Ok((part, of)),
        _ => Err("it is not of the form I/N with I from 1 to N".to_owned()),
    }
}
