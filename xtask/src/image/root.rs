//! The second stage of the Dockerfile, in a folder that programs see as their root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use tempfile::TempDir;

use crate::project;

/// The target of the archive.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// A folder with exactly the contents of the image.
pub struct Root {
    folder: TempDir,
}

impl Root {
    /// Creates the archive unless it is given, and copies from it what the Dockerfile copies.
    ///
    /// # Errors
    /// Returns an error if a step fails.
    pub fn lay_out(archive: Option<&Path>) -> Result<Self> {
        let work = tempfile::tempdir().context("cannot make a folder")?;
        let archive = match archive {
            Some(archive) => archive.to_owned(),
            None => make_archive(work.path())?,
        };
        let stage = work.path().join("image");
        fs::create_dir_all(stage.join("data"))?;
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(&archive).arg("--strip-components=1");
        super::succeed(tar.arg("-C").arg(&stage))?;
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let file = project::root().join("Dockerfile");
        let text = fs::read_to_string(file).context("cannot read the Dockerfile")?;
        for copy in copies(&text)? {
            copy.apply(&stage, folder.path())?;
        }
        // As `USER` and `--chown` in the Dockerfile.
        let mut chown = Command::new("chown");
        super::succeed(chown.arg("65532:65532").arg(folder.path().join("data")))?;
        let mut chmod = Command::new("chmod");
        super::succeed(chmod.arg("755").arg(folder.path()))?;
        Ok(Self { folder })
    }

    /// Returns a command that runs a program in it, as its user, with an empty environment.
    pub fn command(&self, program: &str) -> Command {
        let root = self.folder.path();
        let mut command = Command::new("chroot");
        command.arg("--userspec=65532:65532").arg(root);
        // There is no shell in it that could change to `/data`.
        command.arg(format!("/usr/local/bin/{program}"));
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command
    }
}

fn make_archive(work: &Path) -> Result<PathBuf> {
    let out = work.join("archive");
    let mut package = Command::new(project::this_program()?);
    package
        .args(["package", "--target", TARGET])
        .arg("--out")
        .arg(&out);
    super::succeed(&mut package)?;
    let entries = fs::read_dir(&out)?.flatten().map(|one| one.path());
    let mut archives = entries.filter(|path| path.extension().is_some_and(|one| one == "gz"));
    archives.next().context("there is no archive")
}

/// `COPY --from=build SOURCE… FOLDER/`
#[derive(Debug, PartialEq, Eq)]
struct Copy<'a> {
    sources: Vec<&'a str>,
    /// The target folder, which ends with a slash.
    folder: &'a str,
}

/// Returns what the last stage copies from the one before.
fn copies(text: &str) -> Result<Vec<Copy<'_>>> {
    let (_, stage) = text
        .rsplit_once("\nFROM scratch\n")
        .context("the image is not empty")?;
    let mut copies = Vec::new();
    for line in stage.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let words: Vec<_> = line
            .split_whitespace()
            .filter(|word| !word.starts_with("--"))
            .collect();
        let Some((folder, sources)) = words.split_last() else {
            bail!("`COPY {line}` copies nothing");
        };
        ensure!(
            line.contains("--from=build") && folder.ends_with('/'),
            "`COPY {line}`"
        );
        copies.push(Copy {
            sources: sources.to_vec(),
            folder,
        });
    }
    ensure!(!copies.is_empty(), "the image is empty");
    Ok(copies)
}

impl Copy<'_> {
    /// Copies from the unpacked archive, which is `/image` in the Dockerfile, or from this machine.
    fn apply(&self, stage: &Path, root: &Path) -> Result<()> {
        let to = root.join(self.folder.trim_matches('/'));
        fs::create_dir_all(&to)?;
        for source in &self.sources {
            let from = source
                .strip_prefix("/image/")
                .map_or_else(|| PathBuf::from(source), |path| stage.join(path));
            let mut cp = Command::new("cp");
            // `COPY` copies the contents of a folder.
            let from = if source.ends_with('/') {
                from.join(".")
            } else {
                from
            };
            super::succeed(cp.arg("-R").arg(from).arg(&to))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Copy, copies};

    #[test]
    fn the_last_stage_of_the_dockerfile_is_read() {
        let text = include_str!("../../../Dockerfile");
        let all = copies(text).expect("it can be read");
        let programs = Copy {
            sources: vec!["/image/bin/"],
            folder: "/usr/local/bin/",
        };
        assert_eq!(all.first(), Some(&programs));
        assert!(copies("FROM scratch AS x\nCOPY a /b/").is_err());
        assert!(copies("A\nFROM scratch\nCOPY a /b/").is_err());
    }
}
