//! A report with every part, and hostile text wherever text from a server appears.

use std::collections::BTreeMap;

use conformance_core::catalogue::{Footing, Impact, Section, Strength};
use conformance_core::description::Place;
use conformance_core::intent::Intent;
use conformance_report::model::{
    Cell, Certificate, CheckRow, Counts, Drift, DriftKind, Finding, Latency, Level,
    OperationCoverage, Phase, Recorded, RecordedBody, RecordedRequest, RecordedResponse, Report,
    RequirementRow, SCHEMA, State, Sunset, Target, WithheldRow,
};

/// Text that must remain text everywhere.
pub const HOSTILE: &str = "<script>alert(1)</script><img src=x onerror=alert(2)> ]]> \u{1b}[31mred\
     \u{1b}]8;;http://evil.example\u{7}\u{0}\u{8} \u{202e}gnp.exe \u{2028} \u{fffe} \
     \"double\" 'single' `tick` ``` | pipe \\| \\ {{ 7*7 }} ${x} &amp; @everyone <!-- \r\n\r\n## heading\n\
     | a | b |\n--- [link](javascript:alert(3)) שלום \u{9b}2J";

const OPERATIONS: [(&str, &str, &str, &str); 6] = [
    ("listOffers", "GET", "/org/{orgId}/offer", "Offers"),
    ("createOffer", "POST", "/org/{orgId}/offer", "Offers"),
    ("getOffer", "GET", "/org/{orgId}/offer/{offerId}", "Offers"),
    (
        "extendOffer",
        "POST",
        "/org/{orgId}/offer/{offerId}/extend",
        "Offers",
    ),
    (
        "listUsageRecordGroups",
        "GET",
        "/org/{orgId}/usageRecordGroup",
        "Usage",
    ),
    ("legacySearchProducts", "GET", "/product/search", "Products"),
];

/// Returns the report.
pub fn report() -> Report {
    let findings = findings();
    let counts = Counts {
        requests: 1_234,
        failures: 3,
        statuses: BTreeMap::from([(200, 900), (201, 40), (400, 250), (404, 30), (500, 11)]),
        verdicts_passed: 40_321,
        passed: 2,
        failed: 3,
        skipped: 1,
        inconclusive: 1,
        findings: Level::ALL.into_iter().map(|level| (level, 1)).collect(),
    };
    Report {
        schema: SCHEMA.to_owned(),
        tool: "0.1.0".to_owned(),
        started: "2026-11-21T14:00:00Z".to_owned(),
        duration_ms: 83_250,
        first_finding_ms: Some(412),
        phases: vec![Phase {
            name: "plan".to_owned(),
            duration_ms: 61_000,
            requests: 1_100,
        }],
        seed: 18_446_744_073_709_551_615,
        shard: None,
        target: target(),
        verdict: Report::verdict_of(&findings, false, &counts),
        counts,
        sections: vec![
            section("A1", "HTTP"),
            section("A9", "Deprecation, versioning, limits"),
            section("A10", "Errors, JSON, evolution, domain"),
        ],
        requirements: requirements(),
        checks: checks(),
        findings,
        coverage: coverage(),
        latency: latency(),
        drift: drift(),
        sunsets: sunsets(),
        leftovers: vec![format!("offer 4711 {HOSTILE}")],
        withheld: vec![WithheldRow {
            operation: Some(format!("resetAll {HOSTILE}")),
            request: format!("POST /reset {HOSTILE}"),
            whole: true,
            why: format!("it acts {HOSTILE}"),
            remedy: Some("--action ID".to_owned()),
        }],
        notes: vec![
            "The budget of 2000 requests was not met.".to_owned(),
            HOSTILE.to_owned(),
        ],
        certificate: Some(Certificate {
            checks_applying: 6,
            checks_run: 4,
            pairs_applying: 9,
            pairs_exercised: 8,
            missing: vec![format!("tls: {HOSTILE}")],
        }),
    }
}

/// The traffic of a run.
pub fn samples() -> Vec<Recorded> {
    let mut failed = exchange(3, "getOffer", Intent::Valid);
    failed.response = None;
    failed.failure = Some(format!("connection reset {HOSTILE}"));
    let mut binary = exchange(4, "createOffer", Intent::MalformedBody);
    let body = RecordedBody {
        text: "AAECA//+".to_owned(),
        base64: true,
        bytes: 6,
        cut: false,
    };
    binary.request.body = Some(body.clone());
    binary.response = binary.response.map(|response| RecordedResponse {
        body: Some(body),
        ..response
    });
    let first = exchange(1, "listOffers", Intent::Valid);
    let second = exchange(2, "createOffer", Intent::ViolatesEnum);
    vec![first, second, failed, binary]
}

fn target() -> Target {
    Target {
        base_url: "https://api.example.com/v1".to_owned(),
        auth_url: Some("https://auth.example.com".to_owned()),
        parameters: BTreeMap::from([("orgId".to_owned(), "org_1".to_owned())]),
        description: "spec/openapi.yaml".to_owned(),
        digest: Some("00ff".to_owned()),
        title: format!("Cloud Marketplace {HOSTILE}"),
        version: "1.4.0".to_owned(),
        writes: true,
        strict: false,
        identities: vec!["first".to_owned(), "second".to_owned()],
    }
}

fn section(id: &str, title: &str) -> Section {
    Section {
        id: id.to_owned(),
        title: title.to_owned(),
    }
}

fn checks() -> Vec<CheckRow> {
    let rows = [
        ("status-declared", "HTTP-01", Strength::Must, State::Failed),
        ("content-type", "HTTP-02", Strength::Must, State::Passed),
        ("head-like-get", "HTTP-03", Strength::Should, State::Failed),
        (
            "sunset-date",
            "DEP-01",
            Strength::Conditional,
            State::Passed,
        ),
        (
            "rate-limit-fields",
            "DEP-02",
            Strength::Info,
            State::Inconclusive,
        ),
        ("error-body", "ERR-01", Strength::Must, State::Failed),
        ("unknown-fields", "ERR-02", Strength::Never, State::Skipped),
    ];
    let rows = rows
        .into_iter()
        .map(|(id, requirement, strength, state)| CheckRow {
            id: id.to_owned(),
            requirement: requirement.to_owned(),
            strength,
            about: format!("What {id} demands holds for every answer."),
            state,
            passed: 120,
            failed: u64::from(state == State::Failed) * 7,
            why: match state {
                State::Skipped | State::Inconclusive => vec![HOSTILE.to_owned()],
                State::Passed | State::Failed => Vec::new(),
            },
            lacks: match state {
                State::Skipped => vec![format!("the run has no key; give {HOSTILE}")],
                _ => Vec::new(),
            },
        });
    rows.collect()
}

fn requirements() -> Vec<RequirementRow> {
    let sections = ["HTTP", "HTTP", "HTTP", "Deprecation, versioning, limits"];
    let rows = checks()
        .into_iter()
        .enumerate()
        .map(|(index, check)| RequirementRow {
            section: match (sections.get(index), index) {
                (Some(title), _) => (*title).to_owned(),
                (None, 4) => "Deprecation, versioning, limits".to_owned(),
                (None, _) => "Errors, JSON, evolution, domain".to_owned(),
            },
            statement: format!(
                "A response keeps to {} in every case & under <load>.",
                check.requirement
            ),
            strength: check.strength,
            source: "RFC 9110 section 15".to_owned(),
            footing: Footing::Standard,
            state: check.state,
            why: check.why,
            findings: findings_of(&check.id),
            checks: vec![check.id],
            id: check.requirement,
        });
    rows.collect()
}

fn findings_of(check: &str) -> Vec<String> {
    let findings = findings().into_iter().filter(|one| one.check == check);
    findings.map(|one| one.id).collect()
}

fn findings() -> Vec<Finding> {
    let rows = [
        (
            Level::Violation,
            "status-declared",
            "HTTP-01",
            "createOffer",
        ),
        (Level::Assumed, "error-body", "ERR-01", "getOffer"),
        (Level::Warning, "head-like-get", "HTTP-03", "listOffers"),
        (Level::Info, "status-declared", "HTTP-01", "extendOffer"),
        (
            Level::Accepted,
            "error-body",
            "ERR-01",
            "legacySearchProducts",
        ),
    ];
    let rows =
        rows.into_iter()
            .enumerate()
            .map(|(index, (level, check, requirement, operation))| {
                finding(index, level, check, requirement, operation)
            });
    rows.collect()
}

fn finding(index: usize, level: Level, check: &str, requirement: &str, operation: &str) -> Finding {
    Finding {
        id: format!("f{index:07x}"),
        level,
        check: check.to_owned(),
        requirement: requirement.to_owned(),
        strength: Strength::Must,
        footing: Footing::Stated,
        source: "interface, section 4.2; RFC 9110 section 15".to_owned(),
        operation: Some(operation.to_owned()),
        intent: Some(Intent::ViolatesEnum),
        cause: format!("cause {index}"),
        impact: Impact::Contract,
        title: match index {
            0 => "answers 500 to a value that the list does not have".to_owned(),
            2 => "HEAD is answered without the fields of GET".to_owned(),
            _ => format!("title {index} {HOSTILE}"),
        },
        expected: "a status that the description declares: 201, 400, 401, 403 or 404".to_owned(),
        actual: format!("500 with the body {HOSTILE}"),
        pointer: Some("/error/code".to_owned()),
        place: (index != 3).then(|| Place {
            file: "spec/paths/offer's & more.yaml".to_owned(),
            line: 120 + index,
            column: 7,
            pointer: None,
        }),
        help: Some("Declare the status, or answer with one that is declared.".to_owned()),
        seen_after: 17,
        count: 7,
        shrunk: index == 0,
        accepted: (level == Level::Accepted).then(|| format!("2027-01-31: being fixed {HOSTILE}")),
        replay: Some(format!("replay/f{index:07x}.json")),
        evidence: vec![
            exchange(10, "listOffers", Intent::Sequence),
            exchange(11, operation, Intent::ViolatesEnum),
        ],
    }
}

fn exchange(number: u64, operation: &str, intent: Intent) -> Recorded {
    Recorded {
        number,
        operation: Some(operation.to_owned()),
        intent,
        identity: Some("first".to_owned()),
        at_ms: 1_500 * number,
        elapsed_us: 12_345 * number,
        request: RecordedRequest {
            method: "POST".to_owned(),
            url: format!("https://api.example.com/v1/org/org_1/{operation}?a=1&b=%22x%22&c"),
            headers: vec![
                ("content-type".to_owned(), "application/json".to_owned()),
                ("authorization".to_owned(), "Bearer ***".to_owned()),
            ],
            body: Some(text_body("{\"kind\":\"NO_SUCH\",\"name\":\"<b>bold</b>\"}")),
        },
        response: Some(RecordedResponse {
            status: 500,
            headers: vec![
                ("content-type".to_owned(), "application/json".to_owned()),
                ("x-evil".to_owned(), HOSTILE.to_owned()),
            ],
            body: Some(text_body(&format!(
                "{HOSTILE}{}",
                "long body ".repeat(1_024)
            ))),
        }),
        failure: None,
        curl: format!(
            "curl -sS -X POST 'https://api.example.com/v1/org/org_1/{operation}' \\\n  --data '{HOSTILE}'"
        ),
    }
}

fn text_body(text: &str) -> RecordedBody {
    RecordedBody {
        text: text.to_owned(),
        base64: false,
        bytes: text.len(),
        cut: text.len() > 8_000,
    }
}

fn coverage() -> Vec<OperationCoverage> {
    let rows = OPERATIONS
        .iter()
        .enumerate()
        .map(|(row, (id, method, path, tag))| OperationCoverage {
            operation: (*id).to_owned(),
            method: (*method).to_owned(),
            path: (*path).to_owned(),
            tag: Some((*tag).to_owned()),
            deprecated: row == 5,
            stated: row != 4,
            intents: Intent::PLANNED
                .into_iter()
                .enumerate()
                .map(|(column, intent)| (intent, cell(row, column)))
                .collect(),
            statuses: BTreeMap::from([
                ("200".to_owned(), cell(row, 0)),
                ("400".to_owned(), cell(row, 3)),
                ("500".to_owned(), cell(row, 4)),
                ("default".to_owned(), cell(row, 7)),
            ]),
        });
    rows.collect()
}

fn cell(row: usize, column: usize) -> Cell {
    match (row * 5 + column * 3) % 7 {
        0..4 if row != 5 => Cell::Exercised {
            count: (row * 10 + column + 1) as u64,
            findings: u64::from(column == 4),
        },
        4 => Cell::Unreachable {
            why: format!("it has no body {HOSTILE}"),
        },
        _ => Cell::Skipped {
            why: "the run may not write".to_owned(),
        },
    }
}

fn latency() -> Vec<Latency> {
    let rows = OPERATIONS
        .iter()
        .take(5)
        .enumerate()
        .map(|(row, (id, ..))| {
            let mut histogram = vec![0; 24];
            for step in 0..7 {
                histogram[10 + row + step] = [2, 9, 40, 80, 30, 5, 1][step];
            }
            Latency {
                operation: (*id).to_owned(),
                count: 167,
                p50_us: 6_000 << row,
                p90_us: 14_000 << row,
                p99_us: 30_000 << row,
                max_us: 33_000 << row,
                histogram,
            }
        });
    rows.collect()
}

fn drift() -> Vec<Drift> {
    let kinds = [
        DriftKind::Field,
        DriftKind::EnumValue,
        DriftKind::Header,
        DriftKind::Sunset,
    ];
    let rows = kinds.into_iter().map(|kind| Drift {
        kind,
        operation: Some("getOffer".to_owned()),
        what: format!("the member `secret|{HOSTILE}` of Offer"),
        name: Some(format!("secret|{HOSTILE}")),
        at: Some("#/components/schemas/Offer/properties/secret".to_owned()),
        place: Some(Place {
            file: "spec/schemas/Offer.yaml".to_owned(),
            line: 12,
            column: 3,
            pointer: None,
        }),
        count: 17,
    });
    rows.collect()
}

fn sunsets() -> Vec<Sunset> {
    let rows = [
        (
            "legacySearchProducts",
            Some("2027-03-01T00:00:00Z"),
            Some(99),
        ),
        ("extendOffer", Some("2026-11-01T00:00:00Z"), Some(-20)),
        ("getOffer", None, None),
    ];
    let rows = rows.into_iter().map(|(operation, ends, days_left)| Sunset {
        operation: operation.to_owned(),
        described: operation != "getOffer",
        deprecated: Some("2026-06-01T00:00:00Z".to_owned()),
        ends: ends.map(str::to_owned),
        header: Some(HOSTILE.to_owned()),
        days_left,
        first_seen: Some("2026-07-01T12:00:00Z".to_owned()),
        guide: Some("javascript:alert(4)".to_owned()),
    });
    rows.collect()
}
