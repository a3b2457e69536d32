//! One folder in place of another, in one step.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use super::{Change, Changes, OutputError};

/// The two folders of a replacement, beside the one they are for.
struct Stage {
    folder: PathBuf,
    fresh: PathBuf,
}

impl Stage {
    fn beside(folder: &Path) -> Self {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let fresh = folder.with_file_name(format!(".{name}.codegen"));
        Self {
            folder: folder.to_path_buf(),
            fresh,
        }
    }
}

/// Clears away what a run that was killed has left. Where it was killed after the exchange, the
/// stage is the old tree, and may hold files of others that had not been moved over yet.
pub(super) fn recover(folder: &Path) -> Result<(), OutputError> {
    let stage = Stage::beside(folder);
    if stage.fresh.is_dir() {
        if folder.is_dir() {
            move_foreign(&stage.fresh, folder)?;
        }
        remove(&stage.fresh)?;
    }
    Ok(())
}

pub(super) fn replace(changes: &Changes, folder: &Path) -> Result<(), OutputError> {
    let stage = Stage::beside(folder);
    create_dir(&stage.fresh)?;
    let result = fill(&stage, changes).and_then(|()| exchange(&stage));
    if result.is_ok() {
        move_foreign(&stage.fresh, folder)?;
    }
    remove(&stage.fresh)?;
    result
}

/// The new tree: changed files written, the others shared with the old tree by a link.
fn fill(stage: &Stage, changes: &Changes) -> Result<(), OutputError> {
    let changed: HashSet<&str> = changes.list.iter().map(Change::path).collect();
    if stage.folder.is_dir() {
        link_below(&stage.folder, &stage.fresh, "", &changed)?;
    }
    let written = changes.list.iter().filter_map(|change| match change {
        Change::Create { path, text } | Change::Update { path, text, .. } => {
            Some((path.as_str(), text.as_str()))
        }
        Change::Remove { .. } => None,
    });
    write_all(&stage.fresh, &written.collect::<Vec<_>>())
}

/// Writes files, in threads: their number is what small descriptions cost, and their size what
/// large ones do.
fn write_all(folder: &Path, files: &[(&str, &str)]) -> Result<(), OutputError> {
    /// How many files are worth a thread, and how many threads a disk is given.
    const LEAST: usize = 128;
    const MOST: usize = 4;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = files.len().div_ceil(threads.min(MOST)).max(LEAST);
    thread::scope(|scope| {
        let mut parts = files.chunks(share);
        let own = parts.next().unwrap_or_default();
        let others: Vec<_> = parts
            .map(|part| {
                let writer = thread::Builder::new();
                writer.spawn_scoped(scope, move || write(folder, part))
            })
            .collect();
        let mut result = write(folder, own);
        for other in others {
            let other = other.map_err(OutputError::io(folder));
            let written = other.and_then(|one| one.join().unwrap_or_else(|one| resume_unwind(one)));
            result = result.and(written);
        }
        result
    })
}

/// Writes files. They come in the order of their paths: a folder is made once.
fn write(folder: &Path, files: &[(&str, &str)]) -> Result<(), OutputError> {
    let mut made = None;
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().map(Path::to_owned);
        if made != parent {
            parent.as_deref().map_or(Ok(()), create_dir)?;
            made = parent;
        }
        fs::write(&path, text).map_err(OutputError::io(&path))?;
    }
    Ok(())
}

/// Links every file of ours, and leaves out folders that nothing of ours stands in.
fn link_below(
    from: &Path,
    to: &Path,
    prefix: &str,
    changed: &HashSet<&str>,
) -> Result<(), OutputError> {
    for entry in entries(from)? {
        let name = entry.file_name();
        let path = format!("{prefix}{}", name.to_string_lossy());
        let (source, target) = (from.join(&name), to.join(&name));
        let kind = entry.file_type().map_err(OutputError::io(&source))?;
        if !kind.is_dir() {
            if !changed.contains(path.as_str()) {
                link(&source, &target)?;
            }
        } else if !is_foreign_folder(&path) {
            create_dir(&target)?;
            link_below(&source, &target, &format!("{path}/"), changed)?;
            // Gone with its last file.
            let _ = fs::remove_dir(&target);
        }
    }
    Ok(())
}

/// Folders that tools make inside an output, and that can be large: they are moved, not linked.
fn is_foreign_folder(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    matches!(
        name,
        "target" | "node_modules" | ".git" | ".venv" | "__pycache__"
    )
}

fn link(source: &Path, target: &Path) -> Result<(), OutputError> {
    fs::hard_link(source, target)
        .or_else(|_| fs::copy(source, target).map(drop))
        .map_err(OutputError::io(target))
}

/// Swaps the two folders; where the system cannot, moves one away and the other in.
fn exchange(stage: &Stage) -> Result<(), OutputError> {
    let Stage { folder, fresh } = stage;
    if !folder.exists() {
        return fs::rename(fresh, folder).map_err(OutputError::io(folder));
    }
    swap(fresh, folder).map_err(OutputError::io(folder))
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?;
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    let away = one.with_extension("away");
    fs::rename(other, &away)?;
    fs::rename(one, other).inspect_err(|_| drop(fs::rename(&away, other)))?;
    fs::rename(&away, one)
}

/// Moves what is not ours from the old tree to the new one.
fn move_foreign(old: &Path, new: &Path) -> Result<(), OutputError> {
    if !old.is_dir() {
        return Ok(());
    }
    for entry in entries(old)? {
        let name = entry.file_name();
        let (source, target) = (old.join(&name), new.join(&name));
        if !source.is_dir() {
            continue;
        }
        if is_foreign_folder(&name.to_string_lossy()) {
            if !target.exists() && target.parent().is_some_and(Path::is_dir) {
                fs::rename(&source, &target).map_err(OutputError::io(&target))?;
            }
        } else {
            move_foreign(&source, &target)?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<fs::DirEntry>, OutputError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect);
    entries.map_err(OutputError::io(folder))
}

fn create_dir(path: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(path).map_err(OutputError::io(path))
}

fn remove(path: &Path) -> Result<(), OutputError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(OutputError::io(path)(error)),
        _ => Ok(()),
    }
}
