//! Creates and uses an archive of the programs that were built with the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use tempfile::TempDir;

/// A description of this project.
pub const CASE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../contract-tests/tests/services/library/openapi.yaml"
);

/// The target triple that `packager` is given.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The root of the project, without symbolic links.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("this is a clone")
}

/// Returns a real description, if the folder of descriptions next to the project exists.
pub fn corpus_document() -> Option<PathBuf> {
    let corpus = root().join("../shared/corpus").canonicalize().ok()?;
    let mut found: Vec<_> = fs::read_dir(corpus)
        .ok()?
        .flatten()
        .map(|one| one.path())
        .collect();
    found.retain(|path| {
        let is_text = path
            .extension()
            .is_some_and(|one| one == "yaml" || one == "json");
        // Small enough for a test, but large enough to be realistic.
        is_text
            && path
                .metadata()
                .is_ok_and(|one| (20_000..200_000).contains(&one.len()))
    });
    found.sort();
    found.into_iter().next()
}

/// Returns the command that creates an archive in a folder.
pub fn packager(out: &Path, flags: &[&str]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_packager"));
    let programs = program.parent().expect("it is in a folder");
    for name in ["specwright", "conformance", "mock"] {
        assert!(
            programs.join(name).is_file(),
            "{name} is not built; run `cargo xtask package --profile dev` first"
        );
    }
    let mut command = Command::new(program);
    command.arg("--programs").arg(programs);
    command
        .args(["--target", TARGET])
        .arg("--out")
        .arg(out)
        .args(flags);
    command
}

/// Runs a command that must succeed, and returns its output.
#[track_caller]
pub fn run(command: &mut Command) -> String {
    let output = command.output().expect("it can be started");
    let said = [output.stdout.as_slice(), &output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

/// An archive in a temporary folder.
pub struct Archive(TempDir);

/// A mock that runs until it is dropped.
struct Mock(Child);

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Archive {
    /// Creates an archive.
    pub fn make() -> Self {
        let archive = Self(TempDir::new().expect("a folder"));
        run(&mut packager(archive.folder(), &[]));
        archive
    }

    /// Returns a copy of an archive that is created once for all tests.
    pub fn get() -> Self {
        static MADE: LazyLock<Archive> = LazyLock::new(Archive::make);
        let copy = Self(TempDir::new().expect("a folder"));
        for (from, to) in [
            (MADE.file(), copy.file()),
            (MADE.checksum(), copy.checksum()),
        ] {
            fs::copy(from, to).expect("there is room");
        }
        copy
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    fn name() -> String {
        format!(
            "marketplace-contract-tools-{}-{TARGET}",
            env!("CARGO_PKG_VERSION")
        )
    }

    pub fn file(&self) -> PathBuf {
        self.folder().join(format!("{}.tar.gz", Self::name()))
    }

    pub fn checksum(&self) -> PathBuf {
        self.folder()
            .join(format!("{}.tar.gz.sha256", Self::name()))
    }

    pub fn in_folder(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder());
        command
    }

    /// Unpacks the archive, and returns the created folder.
    pub fn unpack(&self) -> PathBuf {
        run(self.in_folder("tar").arg("-xzf").arg(self.file()));
        self.folder().join(Self::name())
    }

    /// Runs a shell command in a folder, with an empty environment and without access to the clone.
    pub fn sh(&self, folder: &Path, script: &str) -> String {
        run(&mut Self::shell(folder, script))
    }

    /// Returns the command that [`Self::sh`] runs.
    pub fn shell(folder: &Path, script: &str) -> Command {
        let mut command = if hides_the_clone() {
            let mut unshare = Command::new("unshare");
            let hide = "mount -t tmpfs none \"$1\" && cd \"$2\" && exec sh -euc \"$3\"";
            unshare.args(["--mount", "sh", "-c", hide, "sh"]);
            unshare.arg(root()).arg(folder).arg(script);
            unshare
        } else {
            eprintln!("SKIPPED: the clone is not hidden: `unshare --mount` needs root and Linux");
            let mut sh = Command::new("sh");
            sh.args(["-euc", script]);
            sh
        };
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .current_dir(folder);
        command
    }

    /// Runs the commands of the README's quick start with a description.
    pub fn quick_start(&self, description: &Path) {
        let folder = self.unpack();
        fs::copy(description, folder.join("openapi.yaml")).expect("it can be copied");
        let readme = fs::read_to_string(folder.join("README.md")).expect("it is there");
        let commands: Vec<_> = readme
            .lines()
            .filter_map(|line| line.strip_prefix("$ "))
            .collect();
        let (path, commands) = commands.split_first().expect("the README has commands");
        assert!(commands.len() >= 5, "{commands:?}");
        let mut mock = None;
        for command in commands {
            let script = format!("{path}; exec {command}");
            match script.strip_suffix(" &") {
                Some(script) => {
                    let address = folder.join("address");
                    mock = Some(start(&mut Self::shell(&folder, script), &address));
                }
                None => drop(self.sh(&folder, &script)),
            }
        }
        assert!(mock.is_some(), "the quick start starts a mock");
        assert!(folder.join("generated/MANIFEST").is_file());
        let report = fs::read_to_string(folder.join("conformance-report/report.json"));
        assert!(report.expect("a report").contains("\"verdict\""));
    }
}

/// Starts a mock and waits until it has written its address to a file.
fn start(command: &mut Command, address: &Path) -> Mock {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut mock = Mock(command.spawn().expect("it starts"));
    for _ in 0..600 {
        if fs::read_to_string(address).is_ok_and(|text| text.ends_with('\n')) {
            return mock;
        }
        let ended = mock.0.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "the mock has ended: {ended:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the mock does not tell its address");
}

/// Returns whether a process can use private mounts.
fn hides_the_clone() -> bool {
    let mut probe = Command::new("unshare");
    probe.args(["--mount", "sh", "-c", "mount -t tmpfs none /mnt"]);
    let status = probe.stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
