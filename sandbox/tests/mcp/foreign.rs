//! The official clients of others: whoever wrote them read the specification without us.
//!
//! They are installed below `target/foreign` from pinned versions. Where they cannot be, the test
//! says so on the standard error and ends; with `FOREIGN_CLIENTS=required` it fails.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::host::{Host, LEGACY, MODERN};

#[tokio::test(flavor = "multi_thread")]
async fn python() {
    let source = source("python");
    let home = home("python");
    let python = home.join("bin/python");
    let requirements = source.join("requirements.txt");
    let installed = installed(&home, &[&requirements], || {
        run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
        let pip = [
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--disable-pip-version-check",
            "-r",
        ];
        run(Command::new(&python).args(pip).arg(&requirements))
    });
    let mut client = Command::new(&python);
    client.arg(source.join("client.py"));
    check(
        "python",
        installed,
        client,
        "By Python",
        &[LEGACY, MODERN, MODERN],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node() {
    let source = source("node");
    let home = home("node");
    let files = ["package.json", "package-lock.json", ".npmrc", "client.mjs"];
    let files: Vec<_> = files.iter().map(|name| source.join(name)).collect();
    let inputs: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    let installed = installed(&home, &inputs, || {
        fs::create_dir_all(&home).map_err(|error| error.to_string())?;
        for file in &files {
            let name = file.file_name().unwrap_or_default();
            fs::copy(file, home.join(name)).map_err(|error| error.to_string())?;
        }
        let ci = [
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--silent",
        ];
        run(Command::new("npm").args(ci).current_dir(&home))
    });
    let mut client = Command::new("node");
    client.arg("client.mjs").current_dir(&home);
    check(
        "node",
        installed,
        client,
        "By Node",
        &[LEGACY, LEGACY, MODERN, MODERN],
    )
    .await;
}

/// Runs a client against a deployment. It tells of one run for each of `versions`.
async fn check(
    name: &str,
    installed: Result<(), String>,
    mut client: Command,
    product: &str,
    versions: &[&str],
) {
    if let Err(why) = installed {
        skip(name, &why);
        return;
    }
    let host = Host::start().await;
    client.arg(&host.url).arg(host.token);
    client
        .env("NO_PROXY", "127.0.0.1")
        .env("no_proxy", "127.0.0.1");
    let output = tokio::task::spawn_blocking(move || client.output());
    let output = output.await.unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let runs: Vec<_> = versions
        .iter()
        .map(|version| {
            json!({ "version": version, "tools": 53, "read": 2, "write": product, "error": 404 })
        })
        .collect();
    assert_eq!(told, json!({ "runs": runs, "refused": true }));
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/mcp")
        .join(name)
}

fn home(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    target.unwrap().join("foreign").join(name)
}

/// Installs a client unless what it is made of is as it was the last time.
fn installed(
    home: &Path,
    inputs: &[&Path],
    install: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let read = |file: &&Path| fs::read_to_string(file).unwrap();
    let wanted: String = inputs.iter().map(read).collect();
    let stamp = home.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp, wanted).map_err(|error| error.to_string())
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program}: {errors}"))
}

/// Says it past the harness, which keeps what passing tests print to itself.
fn skip(name: &str, why: &str) {
    let text = format!("SKIPPED: the {name} client of MCP is not there: {why}");
    assert!(
        std::env::var("FOREIGN_CLIENTS").as_deref() != Ok("required"),
        "{text}"
    );
    let _ = writeln!(std::io::stderr(), "{text}");
}
