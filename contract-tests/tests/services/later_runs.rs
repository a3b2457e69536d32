//! Results of a run that a later run uses: findings, acceptances, baselines, histories.

use std::path::PathBuf;

use conformance_report::Report;
use conformance_report::model::{Finding, Level};

use crate::command::{Desk, running, shown};
use crate::fault::Fault;
use crate::library::TRIAL;

fn report(desk: &Desk, folder: &str) -> Report {
    Report::read(&desk.0.path().join(folder).join("report.json")).expect("a report")
}

/// Returns the first finding of a check.
fn found(report: &Report, check: &str) -> Option<Finding> {
    report
        .findings
        .iter()
        .find(|one| one.check == check)
        .cloned()
}

/// Checks a faulty service. Returns the finding of a check, and its file.
async fn find(desk: &Desk, fault: Fault, check: &str) -> (Finding, PathBuf) {
    let service = running(&TRIAL, Some(fault)).await;
    let output = desk
        .check_with(&TRIAL, &service.base_url, &["--strict"])
        .await;
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    let finding = found(&report(desk, "report"), check).expect("a finding");
    let file = finding.replay.clone().expect("a file");
    (finding, desk.report().join(file))
}

#[tokio::test]
async fn a_finding_is_replayed_until_it_is_mended() {
    for (fault, check) in [
        (Fault::BrokenSchema, "body-valid"),
        (Fault::LimitOffByOne, "limit-honoured"),
        (Fault::RareCrash, "no-server-error"),
    ] {
        let desk = Desk::of(&TRIAL);
        let (finding, file) = find(&desk, fault, check).await;
        let file = file.display().to_string();
        for (fault, code) in [(Some(fault), 1), (None, 0)] {
            let service = running(&TRIAL, fault).await;
            let flags = [
                "--strict", "--replay", &file, "--yes", "--report", "replayed",
            ];
            let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
            assert_eq!(
                output.status.code(),
                Some(code),
                "{check}: {}",
                shown(&output)
            );
            let again = report(&desk, "replayed");
            let again = again.findings.iter().any(|one| one.id == finding.id);
            assert_eq!(again, code == 1, "{check}");
        }
    }
}

#[tokio::test]
async fn regressions_come_first() {
    let desk = Desk::of(&TRIAL);
    let (finding, file) = find(&desk, Fault::RareCrash, "no-server-error").await;
    let folder = desk.0.path().join("regressions");
    std::fs::create_dir(&folder).expect("a folder");
    let kept = folder.join(file.file_name().expect("a name"));
    std::fs::copy(&file, &kept).expect("a copy");
    let before = std::fs::read_to_string(&kept).expect("a file");
    // The file is readable for humans.
    assert!(
        before.contains("\"text\": \"{") && before.lines().count() > 10,
        "{before}"
    );
    let flags = ["--strict", "--regressions", "regressions"];
    let service = running(&TRIAL, Some(Fault::RareCrash)).await;
    let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    let again = found(&report(&desk, "report"), "no-server-error").expect("a finding");
    assert_eq!(again.id, finding.id);
    // The first request checks that the service responds.
    let first = again.evidence.first().map(|one| one.number);
    assert!(first.is_some_and(|number| number <= 2), "{first:?}");
    let service = running(&TRIAL, None).await;
    let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), before);
    // Checks that are not selected and missing folders are reported.
    for (flags, words) in [
        (
            ["--section", "A9", "--regressions", "regressions"],
            "was not sent",
        ),
        (
            ["--section", "A9", "--regressions", "nowhere"],
            "there is no folder",
        ),
    ] {
        let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
        assert!(shown(&output).contains(words), "{}", shown(&output));
    }
}

#[tokio::test]
async fn an_acceptance_holds_until_its_day() {
    let desk = Desk::of(&TRIAL);
    find(&desk, Fault::BrokenSchema, "body-valid").await;
    let all = report(&desk, "report").findings;
    let failing: Vec<&Finding> = all.iter().filter(|one| one.level.fails(true)).collect();
    let entry = |id: &str, until: &str| {
        format!("[[finding]]\nid = \"{id}\"\nuntil = {until}\nwhy = \"ticket 4711\"\n")
    };
    let accepted =
        |until: &str| -> String { failing.iter().map(|one| entry(&one.id, until)).collect() };
    let gone = accepted("2999-12-31") + &entry("000000000000", "2999-12-31");
    for (text, code, words) in [
        (accepted("2999-12-31"), 0, "until 2999-12-31: ticket 4711"),
        (accepted("2000-01-01"), 1, "was accepted until 2000-01-01"),
        (gone, 0, "000000000000 is not found any more"),
    ] {
        std::fs::write(desk.0.path().join("accepted.toml"), text).expect("a file");
        let service = running(&TRIAL, Some(Fault::BrokenSchema)).await;
        let flags = ["--strict", "--accept", "accepted.toml"];
        let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
        assert_eq!(output.status.code(), Some(code), "{}", shown(&output));
        // Long lines are wrapped.
        let printed = shown(&output);
        let printed: Vec<_> = printed.split_whitespace().collect();
        let printed = printed.join(" ");
        assert!(printed.contains(words), "{words}: {printed}");
        let findings = report(&desk, "report").findings;
        let counts = findings.iter().any(|one| one.level == Level::Accepted);
        assert_eq!(counts, code == 0);
    }
}

#[tokio::test]
async fn a_baseline_shows_what_was_taken_away() {
    let desk = Desk::of(&TRIAL);
    let older = TRIAL
        .description
        .replace("operationId: listBooks", "operationId: listTitles");
    assert_ne!(older, TRIAL.description);
    std::fs::write(desk.0.path().join("older.yaml"), older).expect("a file");
    std::fs::write(desk.0.path().join("same.yaml"), TRIAL.description).expect("a file");
    let service = running(&TRIAL, None).await;
    for (baseline, finds) in [("same.yaml", false), ("older.yaml", true)] {
        let flags = ["--baseline", baseline, "--section", "A9"];
        let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
        let found = found(&report(&desk, "report"), "description-kept");
        assert_eq!(found.is_some(), finds, "{}", shown(&output));
    }
}

#[tokio::test]
async fn a_history_shows_an_end_that_moves_nearer() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, Some(Fault::AnnouncesEnd)).await;
    let flags = ["--history", "history.json", "--section", "A9"];
    let path = desk.0.path().join("history.json");
    let check = async || {
        let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
        let moved = found(&report(&desk, "report"), "sunset-not-earlier");
        (moved.map(|one| one.level), shown(&output))
    };
    let (moved, told) = check().await;
    assert_eq!(moved, None, "{told}");
    let (moved, told) = check().await;
    assert_eq!(moved, None, "{told}");
    let history = std::fs::read_to_string(&path).expect("a history");
    assert!(history.contains("2099-12-31"), "{history}");
    std::fs::write(&path, history.replace("2099-12-31", "2100-12-31")).expect("a file");
    let (moved, told) = check().await;
    // The interface says that a deprecated endpoint announces its sunset, not that the date never
    // moves.
    assert_eq!(moved, Some(Level::Assumed), "{told}");
    // The latest announced date stays in the history.
    let history = std::fs::read_to_string(&path).expect("a history");
    assert!(history.contains("2100-12-31"), "{history}");
}
