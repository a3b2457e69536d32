//! The program's exit codes, and that its output contains no secret.

use std::path::Path;
use std::process::Output;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::net::TcpListener;
use tokio::process::Command;

use crate::fault::Fault;
use crate::server::{Running, start};
use crate::trial::Trial;
use crate::{ledger, library, tenants};

/// The files of one call.
pub(crate) struct Desk(pub(crate) tempfile::TempDir);

impl Desk {
    /// Returns a folder with the description and the credentials of a trial.
    pub(crate) fn of(trial: &Trial) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("openapi.yaml", trial.description).expect("a file");
        write("credentials.toml", trial.credentials.unwrap_or_default()).expect("a file");
        Self(folder)
    }

    /// Returns the report's folder.
    pub(crate) fn report(&self) -> std::path::PathBuf {
        self.0.path().join("report")
    }

    /// Runs the program in the folder, with an empty environment.
    pub(crate) async fn call(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_conformance"))
            .args(arguments)
            .current_dir(self.0.path())
            .env_clear()
            .output()
            .await
            .expect("the program starts")
    }

    pub(crate) async fn check(&self, trial: &Trial, base_url: &str) -> Output {
        self.check_with(trial, base_url, &[]).await
    }

    /// Runs the harness like [`Self::check`], with additional flags; a later `--report` takes
    /// precedence.
    pub(crate) async fn check_with(&self, trial: &Trial, base_url: &str, more: &[&str]) -> Output {
        // The services accept requests without a Host, because of their HTTP library.
        let mut arguments = vec!["--base-url", base_url, "--spec", "openapi.yaml"];
        arguments.extend(["--skip", "HTTP-16"]);
        arguments.extend(["--cases", "2"]);
        if !more.contains(&"--report") {
            arguments.extend(["--report", "report"]);
        }
        arguments.extend(more);
        if trial.credentials.is_some() {
            arguments.extend(["--credentials", "credentials.toml"]);
        }
        self.call(&arguments).await
    }
}

pub(crate) async fn running(trial: &Trial, fault: Option<Fault>) -> Running {
    start(
        trial.description,
        trial.prefix,
        fault,
        (trial.service)(fault),
    )
    .await
}

pub(crate) fn shown(output: &Output) -> String {
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{}\n{}", text[0], text[1])
}

#[tokio::test]
async fn a_conforming_service_is_0_and_a_faulty_one_1() {
    let trial = &library::TRIAL;
    for (fault, code) in [(None, 0), (Some(Fault::BrokenSchema), 1)] {
        let desk = Desk::of(trial);
        let service = running(trial, fault).await;
        let output = desk.check(trial, &service.base_url).await;
        assert_eq!(output.status.code(), Some(code), "{}", shown(&output));
        assert!(desk.report().join("report.json").is_file());
    }
}

#[tokio::test]
async fn what_is_wrong_before_anything_is_sent_is_2() {
    let desk = Desk::of(&library::TRIAL);
    std::fs::write(desk.0.path().join("broken.yaml"), "openapi: 3.0.3\ninfo: [").expect("a file");
    let url = "http://127.0.0.1:9/";
    let calls: [&[&str]; 9] = [
        &["--no-such-flag"],
        &["--spec", "openapi.yaml"],
        &["--base-url", "not a URL"],
        &["--base-url", "ftp://127.0.0.1/"],
        &["--base-url", url, "--spec", "broken.yaml"],
        &["--base-url", url, "--spec", "missing.yaml"],
        &[
            "--base-url",
            url,
            "--spec",
            "openapi.yaml",
            "--only",
            "no-such-check",
        ],
        &[
            "--base-url",
            url,
            "--spec",
            "openapi.yaml",
            "--credentials",
            "missing.toml",
        ],
        &[
            "--base-url",
            url,
            "--spec",
            "openapi.yaml",
            "--parameter",
            "noEquals",
        ],
    ];
    for arguments in calls {
        let output = desk.call(arguments).await;
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            shown(&output)
        );
        assert!(
            !output.stderr.is_empty(),
            "{arguments:?} is refused without a word"
        );
    }
}

#[tokio::test]
async fn where_nothing_listens_is_3() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let trial = &library::TRIAL;
    let output = Desk::of(trial).check(trial, &url).await;
    assert_eq!(output.status.code(), Some(3), "{}", shown(&output));
}

#[tokio::test]
async fn a_list_sends_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let desk = Desk::of(&library::TRIAL);
    let output = desk
        .call(&["--list", "--base-url", &url, "--spec", "openapi.yaml"])
        .await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(shown(&output).contains("listBooks valid"));
    listener.set_nonblocking(true).expect("a listener");
    let no_call = listener.accept().map(|_| ()).map_err(|error| error.kind());
    assert_eq!(
        no_call,
        Err(std::io::ErrorKind::WouldBlock),
        "something has connected"
    );
}

#[tokio::test]
async fn no_secret_is_in_anything_that_is_left() {
    let pair = format!("{}:{}", ledger::USER, ledger::PASSWORD);
    let tokens = tenants::TOKENS.map(|(_, token)| token);
    let runs: [(&Trial, &[&str]); 2] = [
        (&ledger::TRIAL, &[ledger::PASSWORD, &pair]),
        (&tenants::TRIAL, &tokens),
    ];
    for (trial, secrets) in runs {
        let desk = Desk::of(trial);
        let service = running(trial, Some(Fault::RepeatsCredential)).await;
        let output = desk.check(trial, &service.base_url).await;
        let mut artefacts = vec![("output".to_owned(), shown(&output))];
        collect(&desk.report(), &mut artefacts);
        assert!(
            artefacts.len() > 3,
            "{} leaves no report: {}",
            trial.name,
            shown(&output)
        );
        // The repeated text is there, with the secret masked.
        let is_masked = artefacts
            .iter()
            .any(|(_, text)| text.contains("[redacted]"));
        assert!(is_masked, "{}: nothing was redacted", trial.name);
        for form in secrets.iter().flat_map(|secret| forms(secret)) {
            for (name, text) in &artefacts {
                assert!(!text.contains(&form), "{}: {name} has {form}", trial.name);
            }
        }
    }
}

/// Returns the forms in which a secret may appear.
fn forms(secret: &str) -> [String; 5] {
    let percent = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
    [
        secret.to_owned(),
        STANDARD.encode(secret).trim_end_matches('=').to_owned(),
        URL_SAFE_NO_PAD.encode(secret),
        url::form_urlencoded::byte_serialize(secret.as_bytes()).collect(),
        percent,
    ]
}

/// Collects the text of every file below a folder.
pub(crate) fn collect(folder: &Path, artefacts: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, artefacts);
        } else {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            artefacts.push((path.display().to_string(), text));
        }
    }
}
