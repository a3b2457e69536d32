//! Runs the command like a user.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longer than any of these runs takes; reading a pipe would never end.
const LONGEST: Duration = Duration::from_mins(1);

/// The exit status and the output of a run.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) said: String,
}

/// A target with subfolders, which is also the name of its folder.
pub(super) const TARGET: &str = "python";

/// Returns the description of a golden case.
pub(super) fn case(name: &str) -> PathBuf {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    cases.join(name).join("openapi.yaml")
}

/// Returns the arguments that generate one small target.
pub(super) fn words(spec: &Path, out: &Path) -> Vec<std::ffi::OsString> {
    let words = ["codegen", "--quiet", "--target", TARGET, "--spec"].map(Into::into);
    let files = [spec.into(), "--out".into(), out.into()];
    words.into_iter().chain(files).collect()
}

/// Runs a command, which must end in time.
pub(super) fn finish(command: &mut Command) -> Ended {
    let command = command.stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it can be started");
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > LONGEST {
            child.kill().expect("it can be killed");
            panic!("{command:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("it has ended");
    Ended {
        status: output.status,
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
