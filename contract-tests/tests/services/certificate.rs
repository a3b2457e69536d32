//! `--certify`: either everything applicable was tested, or the report says what is missing and how
//! to provide it.

use std::fmt::Write as _;

use conformance_report::Report;
use conformance_report::model::Certificate;

use crate::command::{Desk, running, shown};
use crate::tenants::TRIAL;

/// The flags of a complete run.
const WHOLE: [&str; 10] = [
    "--spec",
    "openapi.yaml",
    "--credentials",
    "credentials.toml",
    "--cases",
    "2",
    "--report",
    "report",
    "--certify",
    "--base-url",
];

async fn check(desk: &Desk, base_url: &str, more: &[&str]) -> std::process::Output {
    let mut arguments = WHOLE.to_vec();
    arguments.push(base_url);
    arguments.extend(more);
    desk.call(&arguments).await
}

fn certificate(desk: &Desk) -> Certificate {
    let report = Report::read(&desk.report().join("report.json")).expect("a report");
    report.certificate.expect("a certificate")
}

/// Accepts the deviations of the services' HTTP library: requests without a Host, and repeated
/// fields.
fn accept_findings(desk: &Desk) {
    let report = Report::read(&desk.report().join("report.json")).expect("a report");
    let mut text = String::new();
    for finding in report.findings.iter().filter(|one| one.level.fails(true)) {
        let known = ["AUTH-06", "HTTP-16"].contains(&finding.requirement.as_str());
        assert!(known, "{}", finding.title);
        let _ = writeln!(
            text,
            "[[finding]]\nid = \"{}\"\nuntil = 2999-01-01\nwhy = \"the HTTP library\"",
            finding.id
        );
    }
    std::fs::write(desk.0.path().join("accepted.toml"), text).expect("a file");
}

#[tokio::test]
async fn what_does_not_apply_stands_against_no_certificate() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, None).await;
    check(&desk, &service.base_url, &[]).await;
    accept_findings(&desk);
    let service = running(&TRIAL, None).await;
    let output = check(&desk, &service.base_url, &["--accept", "accepted.toml"]).await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    let given = certificate(&desk);
    assert_eq!(given.checks_run, given.checks_applying);
    assert_eq!(given.pairs_exercised, given.pairs_applying);
    assert!(given.checks_applying > 0 && given.pairs_applying > 0);
    assert!(shown(&output).contains(&given.line().replace("intent that apply", "intent")[..40]));
}

#[tokio::test]
async fn what_was_left_out_is_told_with_the_way_to_give_it() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, None).await;
    let credentials = TRIAL.credentials.expect("credentials");
    let (first, _) = credentials.split_once("[identities.bolt]").expect("two");
    let cases: [(&str, &[&str], &[&str]); 4] = [
        (
            first,
            &[],
            &["organizations-apart: ", "CONFORMANCE_OTHER_CLIENT_ID"],
        ),
        (credentials, &["--read-only"], &["--allow-writes"]),
        (
            credentials,
            &["--skip", "HTTP-16"],
            &["not selected (--only, --skip, --section)"],
        ),
        (
            credentials,
            &["--max-requests", "40"],
            &["a greater --max-requests"],
        ),
    ];
    for (credentials, flags, words) in cases {
        std::fs::write(desk.0.path().join("credentials.toml"), credentials).expect("a file");
        let output = check(&desk, &service.base_url, flags).await;
        assert_eq!(
            output.status.code(),
            Some(1),
            "{flags:?}: {}",
            shown(&output)
        );
        let missing = certificate(&desk).missing.join("\n");
        for word in words {
            assert!(missing.contains(word), "{flags:?}: {missing}");
        }
        assert!(
            shown(&output).contains("not certified"),
            "{}",
            shown(&output)
        );
    }
    let part = desk
        .call(&[
            "--certify",
            "--shard",
            "1/2",
            "--base-url",
            "http://127.0.0.1:9/",
        ])
        .await;
    assert_eq!(part.status.code(), Some(2), "{}", shown(&part));
}
