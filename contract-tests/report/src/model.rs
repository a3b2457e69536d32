//! `report.json`: what a run found, as data. Every other form is made from it.
//!
//! Secrets are redacted before anything gets here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use conformance_core::catalogue::{Footing, Impact, Section, Strength};
use conformance_core::description::Place;
use conformance_core::intent::Intent;

/// The version of the form of `report.json`. It grows by optional members within one version.
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
    /// How long after its start the first finding was there, in milliseconds; none without one.
    #[serde(default)]
    pub first_finding_ms: Option<u64>,
    /// The parts of the run in their order, with what each took.
    #[serde(default)]
    pub phases: Vec<Phase>,
    /// The seed of the random choices.
    pub seed: u64,
    /// Which part of the plan was run, where it was split.
    pub shard: Option<Shard>,
    /// The deployment that was checked, and how.
    pub target: Target,
    /// The verdict on the whole.
    pub verdict: Verdict,
    /// Numbers of the run.
    pub counts: Counts,
    /// The groups of requirements, in their order.
    pub sections: Vec<Section>,
    /// The matrix: each requirement, with its checks.
    pub requirements: Vec<RequirementRow>,
    /// Each check, with what it said.
    pub checks: Vec<CheckRow>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// Which operation was asked with which intent, and which of its statuses came back.
    pub coverage: Vec<OperationCoverage>,
    /// How long answers took, by operation.
    pub latency: Vec<Latency>,
    /// What the deployment shows and the description does not have.
    pub drift: Vec<Drift>,
    /// Ends that are announced.
    pub sunsets: Vec<Sunset>,
    /// What the run created and could not end: its kind and address, and why.
    pub leftovers: Vec<String>,
    /// Operations and requests that were not sent, since they could change what the run has not
    /// created.
    #[serde(default)]
    pub withheld: Vec<WithheldRow>,
    /// What a reader should know of the run: limits it met, parts it left out.
    pub notes: Vec<String>,
    /// Whether all that applies was tested, where that was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

/// An operation, or a request, that was not sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithheldRow {
    /// The operation; absent for a request that is of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Its method and path.
    pub request: String,
    /// Whether nothing of the operation was sent: it is not covered.
    pub whole: bool,
    /// Why.
    pub why: String,
    /// The flag or setting that allows it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Whether all that applies was tested (`--certify`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// How many checks apply: all that there are, but for those whose subject is not there.
    pub checks_applying: usize,
    /// How many of them were checked in all their parts.
    pub checks_judged: usize,
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

    /// Both numbers of both counts, in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let word = if self.is_whole() {
            "certified"
        } else {
            "not certified"
        };
        format!(
            "{word}: {} of {} checks that apply were judged, {} of {} pairs of operation and \
             intent that apply were exercised",
            self.checks_judged, self.checks_applying, self.pairs_exercised, self.pairs_applying
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
    /// Which part, from 1.
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
    /// What its text is, in short: SHA-256, hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The title of the API.
    pub title: String,
    /// The version of the API.
    pub version: String,
    /// Whether the run was allowed to change anything.
    pub writes: bool,
    /// Whether deviations from what is assumed fail the run.
    pub strict: bool,
    /// The names of the identities that were used.
    pub identities: Vec<String>,
}

/// The verdict on the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No violation that counts.
    Conforms,
    /// At least one.
    Violates,
    /// Nothing was tested, or less than was demanded.
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
    /// Requests without a whole response.
    pub failures: u64,
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Single verdicts that found nothing wrong.
    pub judgements: u64,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed, by a finding of any level.
    pub failed: usize,
    /// Checks that were not checked.
    pub skipped: usize,
    /// Checks that could not be decided.
    pub inconclusive: usize,
    /// Findings by level.
    pub findings: BTreeMap<Level, usize>,
}

/// How much a finding counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A breach of what is stated, or of a standard. It fails the run.
    Violation,
    /// A deviation from what the description assumes. It fails a strict run.
    Assumed,
    /// A breach of what should be, but need not.
    Warning,
    /// Worth knowing.
    Info,
    /// Known and accepted until a date.
    Accepted,
}

/// The verdict on a check or a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Judged, and nothing was wrong.
    Passed,
    /// Something was wrong; the findings say how bad it is.
    Failed,
    /// Not checked.
    Skipped,
    /// Could not be decided.
    Inconclusive,
}

/// A requirement and its verdict.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequirementRow {
    /// The stable name.
    pub id: String,
    /// The title of its group.
    pub section: String,
    /// The requirement.
    pub statement: String,
    /// How strongly.
    pub strength: Strength,
    /// Where it comes from.
    pub source: String,
    /// On what it rests.
    pub footing: Footing,
    /// Its verdict.
    pub state: State,
    /// Its checks, by id.
    pub checks: Vec<String>,
    /// Why it was not checked.
    pub why: Vec<String>,
    /// The findings on it, by id.
    pub findings: Vec<String>,
}

/// A check and what it said.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckRow {
    /// Its name.
    pub id: String,
    /// The requirement that it checks.
    pub requirement: String,
    /// How strongly.
    pub strength: Strength,
    /// What a deployment does that passes.
    pub about: String,
    /// What it said.
    pub state: State,
    /// How many cases passed.
    pub passed: u64,
    /// How many cases failed; each case of a finding counts.
    pub failed: u64,
    /// Why it, or a part of it, was not checked or not decided.
    pub why: Vec<String>,
    /// The missing inputs because of which it, or a part of it, was not checked, and how to give
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
}

/// Something that is wrong, with its evidence.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// A name that is the same in every run: check, operation and title, hashed.
    pub id: String,
    /// How much it counts.
    pub level: Level,
    /// The check.
    pub check: String,
    /// The requirement.
    pub requirement: String,
    /// How strongly that is required.
    pub strength: Strength,
    /// On what it rests.
    pub footing: Footing,
    /// Where the requirement comes from.
    pub source: String,
    /// The operation.
    pub operation: Option<String>,
    /// Why the request was sent.
    pub intent: Option<Intent>,
    /// What is wrong, in one line.
    pub title: String,
    /// The same without what differs from operation to operation and from value to value: findings
    /// of one level and check with the same cause are reported together.
    #[serde(default)]
    pub cause: String,
    /// What a breach of the requirement costs.
    #[serde(default)]
    pub impact: Impact,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub actual: String,
    /// Where in the response.
    pub pointer: Option<String>,
    /// Where the description says so.
    pub place: Option<Place>,
    /// What to do, or how to read it.
    pub help: Option<String>,
    /// How often it was seen.
    pub count: u64,
    /// Whether the request was made as small as it goes.
    pub shrunk: bool,
    /// Until when it is accepted, and why, where it is.
    pub accepted: Option<String>,
    /// The file to replay it from, relative to the report.
    pub replay: Option<String>,
    /// What shows it, in the order it was sent.
    pub evidence: Vec<Recorded>,
}

/// An exchange, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recorded {
    /// Its number in the run.
    pub number: u64,
    /// The operation, by id.
    pub operation: Option<String>,
    /// Why it was sent.
    pub intent: Intent,
    /// The identity whose credential it bears.
    pub identity: Option<String>,
    /// When it was sent, in milliseconds since the start of the run.
    pub at_ms: u64,
    /// How long the response took, in microseconds.
    pub elapsed_us: u64,
    /// The request.
    pub request: RecordedRequest,
    /// The response.
    pub response: Option<RecordedResponse>,
    /// Why it is missing.
    pub failure: Option<String>,
    /// The request as a command line.
    pub curl: String,
}

/// A request, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedRequest {
    /// The method.
    pub method: String,
    /// The whole address.
    pub url: String,
    /// The header fields.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<RecordedBody>,
}

/// A response, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedResponse {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<RecordedBody>,
}

/// A body, redacted and cut.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedBody {
    /// The text; base64 where the bytes are not UTF-8.
    pub text: String,
    /// Whether the text is base64.
    #[serde(default)]
    pub base64: bool,
    /// How many bytes the whole body has.
    pub bytes: usize,
    /// Whether the text is only the beginning.
    #[serde(default)]
    pub cut: bool,
}

/// How far an operation was exercised.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationCoverage {
    /// The operation, by id.
    pub operation: String,
    /// Its method.
    pub method: String,
    /// Its path template.
    pub path: String,
    /// Its first tag.
    pub tag: Option<String>,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// Whether it is stated, and not assumed.
    pub stated: bool,
    /// Each intent of the plan.
    pub intents: BTreeMap<Intent, Cell>,
    /// Each declared status, and each other one that came back.
    pub statuses: BTreeMap<String, Cell>,
}

/// Why a shard has no word on something: another one has.
pub const ELSEWHERE: &str = "not in this part of the plan";

/// Why a check that looks at whatever comes has no word.
pub const UNSEEN: &str = "nothing of the kind was seen";

/// Whether a pair was exercised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Cell {
    /// So many times.
    Exercised {
        /// How often.
        count: u64,
        /// How many findings it has led to.
        findings: u64,
    },
    /// It does not apply to the operation, or cannot be brought about from outside.
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

/// How long an operation's answers took.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Latency {
    /// The operation, by id.
    pub operation: String,
    /// How many answers.
    pub count: u64,
    /// The median, in microseconds.
    pub p50_us: u64,
    /// Nine of ten are faster.
    pub p90_us: u64,
    /// 99 of 100 are faster.
    pub p99_us: u64,
    /// The slowest.
    pub max_us: u64,
    /// How many answers took less than 2^n microseconds and not less than 2^(n-1), by n.
    pub histogram: Vec<u64>,
}

/// Something the deployment shows and the description does not have. Never a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// The kind of difference.
    pub kind: DriftKind,
    /// The operation, by id, where it belongs to one.
    pub operation: Option<String>,
    /// A description in one line.
    pub what: String,
    /// Its name, by which the same difference in several places is recognized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where in the description it would stand: a JSON pointer.
    pub at: Option<String>,
    /// The nearest place in the description.
    pub place: Option<Place>,
    /// How often it was seen.
    pub count: u64,
}

/// Kinds of drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriftKind {
    /// A member of an object.
    Field,
    /// A value of an open enumeration.
    EnumValue,
    /// A status.
    Status,
    /// A header field of a response.
    Header,
    /// A method of a path.
    Operation,
    /// A deprecation or an end that is announced.
    Sunset,
}

/// The announced end of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sunset {
    /// The operation, by id.
    pub operation: String,
    /// Whether the description marks it as deprecated.
    pub described: bool,
    /// Since when it is deprecated (RFC 3339).
    pub deprecated: Option<String>,
    /// When it ends (RFC 3339).
    pub ends: Option<String>,
    /// The field as it was sent.
    pub header: Option<String>,
    /// How many days are left; negative after the end.
    pub days_left: Option<i64>,
    /// When a run saw it for the first time (RFC 3339).
    pub first_seen: Option<String>,
    /// Where a guide is.
    pub guide: Option<String>,
}
