//! `report.json`: what a run found, as data. All other formats are created from it.
//!
//! Secrets are redacted before anything gets here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use conformance_core::catalogue::{Footing, Impact, Section, Strength};
use conformance_core::description::Place;
use conformance_core::intent::Intent;
pub use conformance_core::observed::{Drift, DriftKind, Sunset};
pub use conformance_core::recorded::{Recorded, RecordedBody, RecordedRequest, RecordedResponse};

/// The version of the format of `report.json`. Within one version, only optional properties are
/// added.
pub const SCHEMA: &str = "conformance-report/1";

/// The report of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of this program.
    pub tool: String,
    /// When the run began (RFC 3339).
    pub started: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The time from the start of the run to its first finding, in milliseconds; absent without a
    /// finding.
    #[serde(default)]
    pub first_finding_ms: Option<u64>,
    /// The parts of the run in order, each with its duration and requests.
    #[serde(default)]
    pub phases: Vec<Phase>,
    /// The seed of the random choices.
    pub seed: u64,
    /// Which part of the plan was run, if it was split.
    pub shard: Option<Shard>,
    /// The deployment that was checked, and how.
    pub target: Target,
    /// The verdict on the run.
    pub verdict: Verdict,
    /// Numbers of the run.
    pub counts: Counts,
    /// The groups of requirements, in their order.
    pub sections: Vec<Section>,
    /// The matrix: each requirement, with its checks.
    pub requirements: Vec<RequirementRow>,
    /// Each check, with its result.
    pub checks: Vec<CheckRow>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// Which intents each operation was exercised with, and which of its statuses were returned.
    pub coverage: Vec<OperationCoverage>,
    /// Response times, by operation.
    pub latency: Vec<Latency>,
    /// Differences between the deployment and the description.
    pub drift: Vec<Drift>,
    /// Announced sunsets.
    pub sunsets: Vec<Sunset>,
    /// What the run created and could not delete: kind, address and reason.
    pub leftovers: Vec<String>,
    /// Operations and requests that were not sent, because they could change what the run has not
    /// created.
    #[serde(default)]
    pub withheld: Vec<WithheldRow>,
    /// What a reader should know about the run: limits that were reached, parts that were left out.
    pub notes: Vec<String>,
    /// Whether everything that applies was tested, if that was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

/// An operation, or a request, that was not sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithheldRow {
    /// The operation; absent for a request that belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Its method and path.
    pub request: String,
    /// Whether no request of the operation was sent, so that it is not covered.
    pub whole: bool,
    /// The reason.
    pub why: String,
    /// The flag or setting that allows it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Whether everything that applies was tested (`--certify`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// How many checks apply: all checks, except those whose subject does not exist.
    pub checks_applying: usize,
    /// How many of them were run in all their parts.
    pub checks_run: usize,
    /// How many pairs of operation and intent apply.
    pub pairs_applying: usize,
    /// How many of them were exercised.
    pub pairs_exercised: usize,
    /// The missing inputs, and how to give them; empty if the run is certified.
    pub missing: Vec<String>,
}

impl Certificate {
    /// Returns whether nothing is missing.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.missing.is_empty()
    }

    /// Returns both numbers of both counts, in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let word = if self.is_whole() {
            "certified"
        } else {
            "not certified"
        };
        format!(
            "{word}: {} of {} checks that apply were run, {} of {} pairs of operation and \
             intent that apply were exercised",
            self.checks_run, self.checks_applying, self.pairs_exercised, self.pairs_applying
        )
    }
}

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Phase {
    /// Its name: `explore`, `probe`, `plan`.
    pub name: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// How many requests it sent.
    pub requests: u64,
}

/// A part of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of parts.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

/// The deployment that was checked, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The address of the API.
    pub base_url: String,
    /// The address of the token host, if there is one.
    pub auth_url: Option<String>,
    /// The values of path parameters that the run was given, such as `orgId`.
    pub parameters: BTreeMap<String, String>,
    /// The file of the description.
    pub description: String,
    /// A hash of its text: SHA-256, hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The title of the API.
    pub title: String,
    /// The version of the API.
    pub version: String,
    /// Whether the run was allowed to change anything.
    pub writes: bool,
    /// Whether deviations from assumptions fail the run.
    pub strict: bool,
    /// The names of the identities that were used.
    pub identities: Vec<String>,
}

/// The verdict on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is no violation that counts.
    Conforms,
    /// There is at least one violation.
    Violates,
    /// Nothing was tested, or less than required.
    Insufficient,
    /// The deployment could not be reached, or refused the credentials.
    Unreachable,
}

/// Numbers of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Requests sent.
    pub requests: u64,
    /// Requests without a complete response.
    pub failures: u64,
    /// Responses by status.
    pub statuses: BTreeMap<u16, u64>,
    /// How often a check passed on an exchange.
    pub verdicts_passed: u64,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed, by a finding of any level.
    pub failed: usize,
    /// Checks that were skipped.
    pub skipped: usize,
    /// Checks that were inconclusive.
    pub inconclusive: usize,
    /// Findings by level.
    pub findings: BTreeMap<Level, usize>,
}

/// How severe a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A breach of something stated, or of a standard. It fails the run.
    Violation,
    /// A deviation from an assumption of the description. It fails a strict run.
    Assumed,
    /// A breach of a recommendation.
    Warning,
    /// Worth knowing.
    Info,
    /// Accepted until a date.
    Accepted,
}

/// The verdict on a check or a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It was checked, and no fault was found.
    Passed,
    /// A fault was found; the findings say how severe it is.
    Failed,
    /// Not checked.
    Skipped,
    /// It could not be decided.
    Inconclusive,
}

/// A requirement and its verdict.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequirementRow {
    /// The stable id.
    pub id: String,
    /// The title of its group.
    pub section: String,
    /// The requirement.
    pub statement: String,
    /// How strong it is.
    pub strength: Strength,
    /// The document that it comes from.
    pub source: String,
    /// The provenance of the requirement.
    pub footing: Footing,
    /// Whether the deployment meets it.
    pub state: State,
    /// Its checks, by id.
    pub checks: Vec<String>,
    /// Why it was not checked.
    pub why: Vec<String>,
    /// The findings on it, by id.
    pub findings: Vec<String>,
}

/// A check and its result.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckRow {
    /// The id of the check.
    pub id: String,
    /// The requirement that it checks.
    pub requirement: String,
    /// How strong it is.
    pub strength: Strength,
    /// What a deployment that passes does.
    pub about: String,
    /// The result of the check.
    pub state: State,
    /// How many cases passed.
    pub passed: u64,
    /// How many cases failed; each case of a finding counts.
    pub failed: u64,
    /// Why the check, or a part of it, was skipped or inconclusive.
    pub why: Vec<String>,
    /// The missing inputs because of which the check, or a part of it, was skipped, and how to
    /// provide them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
}

/// Something that is wrong, with its evidence.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// An id that is the same in every run: a hash of check, operation and title.
    pub id: String,
    /// How severe it is.
    pub level: Level,
    /// The check.
    pub check: String,
    /// The requirement.
    pub requirement: String,
    /// How strong the requirement is.
    pub strength: Strength,
    /// The provenance of the requirement.
    pub footing: Footing,
    /// The document that the requirement comes from.
    pub source: String,
    /// The operation.
    pub operation: Option<String>,
    /// Why the request was sent.
    pub intent: Option<Intent>,
    /// What is wrong, in one line.
    pub title: String,
    /// The title without what differs between operations and values: findings of one level and
    /// check with the same cause are reported together.
    #[serde(default)]
    pub cause: String,
    /// The consequence of a breach of the requirement.
    #[serde(default)]
    pub impact: Impact,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub actual: String,
    /// Where in the response.
    pub pointer: Option<String>,
    /// The place in the description that requires it.
    pub place: Option<Place>,
    /// What to do, or how to read the finding.
    pub help: Option<String>,
    /// How often it was seen.
    pub count: u64,
    /// After how many requests of the run it was first seen.
    #[serde(default)]
    pub seen_after: u64,
    /// Whether the request was shrunk.
    pub shrunk: bool,
    /// Until when it is accepted and why, if it is.
    pub accepted: Option<String>,
    /// The file from which it can be replayed, relative to the report.
    pub replay: Option<String>,
    /// The exchanges that show it, in the order in which they were sent.
    pub evidence: Vec<Recorded>,
}

/// How far an operation was exercised.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationCoverage {
    /// The operation, by id.
    pub operation: String,
    /// The HTTP method.
    pub method: String,
    /// Its path template.
    pub path: String,
    /// Its first tag.
    pub tag: Option<String>,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// Whether it is stated, not assumed.
    pub stated: bool,
    /// Each intent of the plan.
    pub intents: BTreeMap<Intent, Cell>,
    /// Each declared status, and each other one that was returned.
    pub statuses: BTreeMap<String, Cell>,
}

/// Why a shard has no result: another one does.
pub const ELSEWHERE: &str = "not in this part of the plan";

/// Why a check of exchanges has no result.
pub const UNSEEN: &str = "nothing of the kind was seen";

/// Whether a pair was exercised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Cell {
    /// It was exercised.
    Exercised {
        /// How often.
        count: u64,
        /// How many findings there are on it.
        findings: u64,
    },
    /// It does not apply to the operation, or cannot be caused from outside.
    Unreachable {
        /// Why.
        why: String,
    },
    /// It applies and was left out.
    Skipped {
        /// Why.
        why: String,
    },
}

/// The response times of an operation.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Latency {
    /// The operation, by id.
    pub operation: String,
    /// How many responses.
    pub count: u64,
    /// The median, in microseconds.
    pub p50_us: u64,
    /// The duration that 90 of 100 responses stay below.
    pub p90_us: u64,
    /// The duration that 99 of 100 responses stay below.
    pub p99_us: u64,
    /// The slowest.
    pub max_us: u64,
    /// How many responses took less than 2^n microseconds and at least 2^(n-1), by n.
    pub histogram: Vec<u64>,
}
