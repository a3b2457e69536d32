//! Reads both sides of a comparison: files, files of a revision, or standard input.

use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use messages::text::line;
use spec::{Loaded, Reading};

use super::git::{self, Revision};

/// The name for standard input.
const STDIN: &str = "-";

/// Reads one side, with a limit for standard input. References stay below `root`, or else below the
/// folder of the description.
pub(super) fn read(
    path: &Path,
    root: Option<&Path>,
    reading: Reading<'_>,
    most: u64,
) -> Result<Loaded> {
    if path == Path::new(STDIN) {
        return standard_input(reading, most);
    }
    let object = path.to_str().and_then(|path| path.strip_prefix("git:"));
    let Some(object) = object else {
        if let Some(root) = root {
            within(path, root)?;
        }
        return Ok(reading.below(root).file(path));
    };
    let (revision, inside) = object
        .split_once(':')
        .context("a file of a revision is written `git:REVISION:PATH`")?;
    let path = in_repository(Path::new(inside))?;
    let root = root.map(in_repository).transpose()?;
    if let Some(root) = &root {
        ensure!(path.starts_with(root), outside(object));
    }
    let store = Arc::new(Revision::new(revision));
    Ok(reading.below(root.as_deref()).stored(object, &path, store))
}

/// Returns whether a side is read from standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STDIN)
}

fn standard_input(reading: Reading<'_>, most: u64) -> Result<Loaded> {
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(most.saturating_add(1));
    input
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    Ok(reading.bytes("stdin", bytes))
}

fn within(path: &Path, root: &Path) -> Result<()> {
    let root = root
        .canonicalize()
        .with_context(|| format!("cannot read {}", root.display()))?;
    // A missing file is reported when it is read.
    let is_below = path
        .canonicalize()
        .map_or(true, |path| path.starts_with(&root));
    ensure!(is_below, outside(&path.display().to_string()));
    Ok(())
}

fn outside(name: &str) -> String {
    format!("`{}` is not below the folder of `--root`", line(name))
}

/// Returns a path of a revision as an absolute one: from the top of the repository or, with `./` or
/// `../`, from the working directory, as in Git.
fn in_repository(path: &Path) -> Result<PathBuf> {
    let mut first = path.components();
    let is_relative = matches!(first.next(), Some(Component::CurDir | Component::ParentDir));
    let mut whole = PathBuf::from("/");
    if is_relative {
        whole.push(git::prefix()?);
    }
    for component in path.components() {
        match component {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => {
                ensure!(
                    whole.pop(),
                    "`{}` leads out of the repository",
                    path.display()
                );
            }
            _ => {}
        }
    }
    Ok(whole)
}
