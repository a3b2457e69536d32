//! Reads files of a Git revision with the program `git`, without writing to the repository.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use spec::Store;

/// The files of one revision.
#[derive(Debug)]
pub(super) struct Revision {
    /// A commit, a tag or a tree in Git syntax; empty for the index.
    name: String,
}

/// Returns the working directory, from the top of the repository.
pub(super) fn prefix() -> Result<String> {
    let output = git()
        .args(["rev-parse", "--show-prefix"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start git")?;
    ensure!(output.status.success(), "this is not a repository of git");
    let prefix = String::from_utf8(output.stdout).context("the path is not UTF-8")?;
    Ok(prefix.trim_end_matches('\n').to_owned())
}

/// Returns the command, without locks and network access.
fn git() -> Command {
    let mut command = Command::new("git");
    command.env("GIT_OPTIONAL_LOCKS", "0");
    command.env("GIT_NO_LAZY_FETCH", "1");
    command
}

impl Revision {
    pub(super) fn new(name: &str) -> Self {
        let name = name.to_owned();
        Self { name }
    }

    /// Returns Git's output for one object: a line about it, and its bytes.
    fn query(&self, object: &str, most: u64) -> std::io::Result<(String, Vec<u8>)> {
        let mut command = git();
        command.args(["cat-file", "--batch"]);
        // Git follows symbolic links within a tree, but not in the index.
        if !self.name.is_empty() {
            command.arg("--follow-symlinks");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            writeln!(stdin, "{object}")?;
        }
        let mut about = String::new();
        let mut bytes = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            let mut stdout = BufReader::new(stdout);
            stdout.read_line(&mut about)?;
            let size = size(&about).unwrap_or_default().min(most.saturating_add(1));
            stdout.take(size).read_to_end(&mut bytes)?;
        }
        // The rest of a large file is not needed, so the pipe is closed.
        child.wait()?;
        Ok((about, bytes))
    }
}

impl Store for Revision {
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, String> {
        let inside = path.strip_prefix("/").unwrap_or(path);
        let inside = inside.to_str().ok_or("the path is not UTF-8")?;
        let inside = inside.replace('\\', "/");
        let object = format!("{}:{inside}", self.name);
        if object.contains(['\n', '\0']) {
            return Err("the path has a line break".to_owned());
        }
        let asked = self.query(&object, most);
        let (about, bytes) = asked.map_err(|error| format!("git cannot be asked: {error}"))?;
        if size(&about).is_some() {
            return Ok(bytes);
        }
        Err(format!("git has no file `{object}`"))
    }
}

/// Returns the size of a file, from the line `<hash> blob <size>`.
fn size(about: &str) -> Option<u64> {
    match about.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "blob", size] => size.parse().ok(),
        _ => None,
    }
}
