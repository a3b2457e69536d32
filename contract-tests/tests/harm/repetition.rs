//! Replayed requests follow the same rule: the requests of a finding, the regressions at the start
//! of a run, and a client that `tolerance` runs several times.

use std::time::Duration;

use serde_json::json;

use crate::trap::{Outcome, Run};
use crate::traps::{self, audit};

/// Requests for items of other users: some change them, some only look like reads.
const REQUESTS: [(&str, &str, &str); 6] = [
    ("DELETE", "/projects/1", ""),
    ("PUT", "/projects/2", "{\"name\":\"gamma\"}"),
    ("POST", "/projects/bulk-delete", "{}"),
    ("PUT", "/settings", "{\"retention\":1}"),
    ("POST", "/projects/7/archive", ""),
    ("GET", "/admin/flush", ""),
];

/// Returns a finding with the given requests.
fn finding(requests: &[(&str, &str, &str)]) -> String {
    let requests: Vec<_> = requests
        .iter()
        .map(|(method, target, text)| {
            json!({
                "tokenHost": false, "method": method, "target": target, "text": text,
                "headers": [["content-type", "application/json"]],
                "intent": "valid", "operation": null, "identity": null, "defect": null,
            })
        })
        .collect();
    let finding = json!({
        "schema": "conformance-finding/1", "check": "no-server-error", "operation": null,
        "title": "an answer with 500", "seed": 0, "requests": requests,
    });
    finding.to_string()
}

/// Runs the program with a finding. Returns its output and the damage to the service.
async fn checked(requests: &[(&str, &str, &str)], flags: &[&str]) -> (Outcome, Vec<String>) {
    let service = audit::TRAP.start().await;
    let run = Run::of(&audit::TRAP, &service.base_url, flags);
    std::fs::create_dir(run.path("kept")).expect("a folder");
    std::fs::write(run.path("kept/finding.json"), finding(requests)).expect("a file");
    let outcome = run.finish(&[]).await;
    let damage = service.world().damage();
    (outcome, damage)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finding_is_sent_again_only_where_a_person_agrees() {
    let replay = ["--replay", "kept/finding.json"];
    for request in REQUESTS {
        let (outcome, damage) = checked(&[request], &replay).await;
        let shown = outcome.shown();
        assert_eq!(outcome.output.status.code(), Some(2), "{request:?} {shown}");
        assert_eq!(damage, Vec::<String>::new(), "{request:?}");
        if request.0 != "GET" {
            // It reports what it would change.
            assert!(shown.contains(&format!("{} http", request.0)), "{shown}");
            assert!(
                shown.contains(request.1) && shown.contains("--yes"),
                "{shown}"
            );
        }
    }
    let (_, damage) = checked(&REQUESTS[..1], &[replay[0], replay[1], "--yes"]).await;
    assert_eq!(damage.len(), 1, "what was agreed to is sent: {damage:?}");
    // Reads need no permission, but one that acts is not sent without it.
    let (outcome, damage) = checked(&REQUESTS[5..], &[replay[0], replay[1], "--yes"]).await;
    assert_eq!(damage, Vec::<String>::new(), "{}", outcome.shown());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn regressions_touch_nothing_of_others() {
    for request in REQUESTS {
        let flags = ["--regressions", "kept", "--cases", "1"];
        let (outcome, damage) = checked(&[request], &flags).await;
        assert_eq!(
            damage,
            Vec::<String>::new(),
            "{request:?} {}",
            outcome.shown()
        );
    }
}

/// The client is a run that may act; the proxy checks its requests against the rule.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_changes_nothing_of_others() {
    for trap in traps::ALL {
        let service = trap.start().await;
        let run = Run::of(trap, &service.base_url, &[]);
        let mut client = vec!["--spec", "openapi.yaml", "--report", "report", "--quiet"];
        client.extend(["--cases", "1", "--max-requests", "150", "--allow-actions"]);
        client.extend(trap.flags);
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_conformance"));
        command
            .arg("tolerance")
            .args(["--spec", "openapi.yaml", "--base-url"]);
        command
            .arg(&service.base_url)
            .args(trap.flags.iter().filter(|_| {
                // Of the flags of a run, the client's proxy also has the parameters.
                trap.flags.first() == Some(&"--parameter")
            }));
        command
            .arg("--")
            .arg(env!("CARGO_BIN_EXE_conformance"))
            .args(client);
        command
            .current_dir(run.path(""))
            .kill_on_drop(true)
            .env_clear();
        let output = tokio::time::timeout(Duration::from_mins(5), command.output()).await;
        let output = output.expect("it ends").expect("its output");
        let shown = String::from_utf8_lossy(&output.stderr);
        let world = service.world();
        assert!(world.asked > 0, "{} {shown}", trap.name);
        assert!(
            world.damage().is_empty(),
            "{} {}\n{shown}",
            trap.name,
            world.verdict()
        );
    }
}
