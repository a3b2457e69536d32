//! Clients in other languages: they are installed below the target folder, in the versions that
//! are pinned here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::token_host::{EMAIL, PASSWORD, SECRET, Service};

#[tokio::test(flavor = "multi_thread")]
async fn authlib() {
    let folder = installed("python", |from, to| {
        run(Command::new("python3").args(["-m", "venv"]).arg(to))?;
        let pip = to.join("bin/pip");
        run(Command::new(pip)
            .args(["install", "--quiet", "-r"])
            .arg(from.join("requirements.txt")))
    });
    drive(folder, |from, to| {
        let mut command = Command::new(to.join("bin/python"));
        command.arg(from.join("client.py"));
        command
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openid_client() {
    let folder = installed("node", |from, to| {
        std::fs::create_dir_all(to).map_err(|error| error.to_string())?;
        for name in ["package.json", "package-lock.json", ".npmrc"] {
            std::fs::copy(from.join(name), to.join(name)).map_err(|error| error.to_string())?;
        }
        run(Command::new("npm")
            .args(["ci", "--silent", "--ignore-scripts"])
            .current_dir(to))
    });
    drive(folder, |from, to| {
        // Modules are looked for beside the script.
        let script = to.join("client.js");
        std::fs::copy(from.join("client.js"), &script).expect("a copy");
        let mut command = Command::new("node");
        command.arg(script);
        command
    })
    .await;
}

/// Runs a script with the addresses of a new service.
async fn drive(
    folder: Result<(PathBuf, PathBuf), String>,
    command: impl FnOnce(&Path, &Path) -> Command,
) {
    let (from, to) = match folder {
        Ok(folders) => folders,
        // A machine that is to test must not be content with less.
        Err(why) if std::env::var_os("CI").is_some() => panic!("not installed: {why}"),
        Err(why) => return eprintln!("skipped: the client cannot be installed: {why}"),
    };
    let service = Service::start().await;
    let mut command = command(&from, &to);
    command
        .env("BASE_URL", &service.base_url)
        .env("AUTH_URL", &service.auth_url)
        .env("CLIENT_SECRET", SECRET)
        .env("EMAIL", EMAIL)
        .env("PASSWORD", PASSWORD)
        .env("NO_PROXY", "127.0.0.1");
    let done = tokio::task::spawn_blocking(move || run(&mut command))
        .await
        .expect("it ends");
    done.expect("the client is content");
}

/// The folder of a client's sources, and the one where it is installed. A changed pin installs it
/// anew.
fn installed(
    language: &str,
    install: impl FnOnce(&Path, &Path) -> Result<(), String>,
) -> Result<(PathBuf, PathBuf), String> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/oauth")
        .join(language);
    let to = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("../foreign")
        .join(language);
    let read = |name: &str| std::fs::read_to_string(from.join(name)).unwrap_or_default();
    let pins = format!("{}{}", read("requirements.txt"), read("package-lock.json"));
    let marker = to.join("installed");
    if std::fs::read_to_string(&marker).is_ok_and(|known| known == pins) {
        return Ok((from, to));
    }
    let _ = std::fs::remove_dir_all(&to);
    install(&from, &to)?;
    std::fs::write(marker, pins).map_err(|error| error.to_string())?;
    Ok((from, to))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            Err(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
        }
    }
}
