//! Files and flags that tell the program how to reach a deployment and what is known about it.

use std::sync::PoisonError;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

use crate::command::{Desk, running, shown};
use crate::{library, tenants};

#[tokio::test]
async fn a_token_may_be_printed_by_a_command_and_ends() {
    let trial = &tenants::TRIAL;
    let desk = Desk::of(trial);
    let token = tenants::TOKENS[0].1;
    // The token lives for a second, as far as the run knows.
    let credentials = format!(
        "[identities.acme]\nparameters = {{ tenantId = \"acme\" }}\ntoken_command = '''\n\
         echo run >> runs; printf '{{\"access_token\":\"{token}\",\"expires_in\":1}}' '''\n"
    );
    std::fs::write(desk.0.path().join("credentials.toml"), credentials).expect("a file");
    let service = running(trial, None).await;
    // Slow enough for the token to expire in the meantime.
    let slow = ["--rate-limit", "40/s", "--max-requests", "160"];
    let output = desk.check_with(trial, &service.base_url, &slow).await;
    let runs = std::fs::read_to_string(desk.0.path().join("runs")).unwrap_or_default();
    assert!(runs.lines().count() >= 2, "{runs}\n{}", shown(&output));
    let report = std::fs::read_to_string(desk.report().join("report.json")).expect("a report");
    assert!(!report.contains(token), "the token is in the report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("a report");
    let taken = report["counts"]["statuses"]["200"].as_u64();
    assert!(taken.is_some_and(|count| count > 10), "{}", shown(&output));
}

#[tokio::test]
async fn a_command_without_a_token_is_3() {
    let trial = &tenants::TRIAL;
    let desk = Desk::of(trial);
    let credentials = "[identities.acme]\ntoken_command = \"exit 7\"\n";
    std::fs::write(desk.0.path().join("credentials.toml"), credentials).expect("a file");
    let service = running(trial, None).await;
    let output = desk.check(trial, &service.base_url).await;
    assert_eq!(output.status.code(), Some(3), "{}", shown(&output));
    assert!(
        shown(&output).contains("token command"),
        "{}",
        shown(&output)
    );
}

#[tokio::test]
async fn settings_are_read_and_known_values_sent() {
    let trial = &library::TRIAL;
    let desk = Desk::of(trial);
    let service = running(trial, None).await;
    let settings = format!(
        "base-url = \"{}\"\nspec = \"openapi.yaml\"\nskip = [\"HTTP-16\"]\ncases = 2\n\
         report = \"report\"\n[values.addBook.body]\n\"/shelf\" = \"Q42\"\n\
         [values.\"*\".parameters]\nlanguage = \"en\"\n",
        service.base_url
    );
    let file = desk.0.path().join("conformance.toml");
    std::fs::write(&file, &settings).expect("a file");
    let output = desk.call(&[]).await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(desk.report().join("report.json").is_file());
    let made = {
        let log = service.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.requests()
    };
    let made = made
        .iter()
        .filter(|one| one.starts_with("POST /v1/books ") && one.contains("Q42"));
    assert!(made.count() > 1);
    for (from, to, part) in [
        ("addBook", "addBooks", "no such operation"),
        (
            "[values.addBook",
            "sede = 1\n[values.addBook",
            "unknown field",
        ),
    ] {
        std::fs::write(&file, settings.replace(from, to)).expect("a file");
        let output = desk.call(&[]).await;
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
        assert!(shown(&output).contains(part), "{}", shown(&output));
    }
}

#[tokio::test]
async fn a_deployment_may_be_waited_for() {
    let trial = &library::TRIAL;
    let desk = Desk::of(trial);
    let service = running(trial, None).await;
    let (address, prefix) = service.base_url["http://".len()..]
        .split_once('/')
        .expect("a path");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let late = listener.local_addr().expect("an address");
    drop(listener);
    let url = format!("http://{late}/{prefix}");
    let inside = address.to_owned();
    let opened = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let listener = TcpListener::bind(late)
            .await
            .expect("the port is still free");
        while let Ok((mut outside, _)) = listener.accept().await {
            let inside = inside.clone();
            tokio::spawn(async move {
                let mut inside = TcpStream::connect(inside).await.expect("the service");
                let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    let output = desk.check_with(trial, &url, &["--wait", "60s"]).await;
    opened.abort();
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

#[tokio::test]
async fn a_header_is_no_place_for_a_credential() {
    let trial = &tenants::TRIAL;
    let output = Desk::of(trial)
        .check_with(
            trial,
            "http://127.0.0.1:9/",
            &["--header", "Authorization: Bearer x"],
        )
        .await;
    assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
    assert!(
        shown(&output).contains("--credentials"),
        "{}",
        shown(&output)
    );
}
