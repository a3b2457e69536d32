//! Calls the program for a deployment behind an intermediary.

use std::collections::BTreeSet;

use serde_json::Value;
use tokio::process::Command;

use crate::deployment::Deployment;
use crate::fault::Layer;
use crate::front::WORD;
use crate::tls::Terminator;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) code: Option<i32>,
    /// The check, level and operation of each finding that fails the run.
    pub(crate) findings: BTreeSet<(String, String, String)>,
    pub(crate) notes: Vec<String>,
    /// The printed output and the report.
    pub(crate) shown: String,
}

/// Returns the verdict on a deployment behind an intermediary.
pub(crate) async fn check(front: impl Layer + 'static, flags: &[&str]) -> Verdict {
    let deployment = Deployment::start(Box::new(front)).await;
    call(&deployment, flags).await
}

/// Like [`check`], with TLS.
pub(crate) async fn check_by_tls(front: impl Layer + 'static, flags: &[String]) -> Verdict {
    let mut terminators = Vec::new();
    let deployment = Deployment::behind(Box::new(front), &mut |address| {
        let terminator = Terminator::start(address);
        let url = format!("https://localhost:{}", terminator.port);
        terminators.push(terminator);
        url
    })
    .await;
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    call(&deployment, &flags).await
}

async fn call(deployment: &Deployment, flags: &[&str]) -> Verdict {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_conformance"))
        // The intermediary is a separate server, which corrects malformed messages.
        .args(["--report", "report", "--skip", "HTTP-16", "--cases", "1"])
        // An intermediary in front of all operations is noticed in some of them.
        .args(["--operation", "tag:Offers"])
        .args(flags)
        .current_dir(folder.path())
        .env_clear()
        .envs(&deployment.environment)
        .env("FRONT_WORD", WORD)
        .output()
        .await
        .expect("the program starts");
    let file = folder.path().join("report/report.json");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let report: Value = serde_json::from_str(&text).unwrap_or_default();
    let printed = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    Verdict {
        code: output.status.code(),
        findings: findings(&report),
        notes: notes(&report),
        shown: format!("{}\n{}\n{text}", printed[0], printed[1]),
    }
}

fn findings(report: &Value) -> BTreeSet<(String, String, String)> {
    let all = report["findings"].as_array().into_iter().flatten();
    let failing = all.filter(|one| matches!(one["level"].as_str(), Some("violation" | "assumed")));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    failing
        .map(|one| {
            (
                text(&one["check"]),
                text(&one["level"]),
                text(&one["operation"]),
            )
        })
        .collect()
}

fn notes(report: &Value) -> Vec<String> {
    let all = report["notes"].as_array().into_iter().flatten();
    all.filter_map(|note| note.as_str().map(str::to_owned))
        .collect()
}
