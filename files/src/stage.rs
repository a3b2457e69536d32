//! The temporary folder of a commit, with new files, old files and a journal. With these, an
//! interrupted commit is rolled back, by itself or by the next run.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cap_fs_ext::DirExt as _;
use cap_std::fs::Dir;

use crate::folder::{Entry, Folder, entry, name, read_in, write_new};
use crate::{Error, Kind, hash};

/// The prefix of the names of stages.
const PREFIX: &str = ".unfinished-";

/// The file that identifies a stage, which its run keeps locked.
const OWNER: &str = "owner";

/// The content of that file.
const MARK: &[u8] = b"files/1: new and old files of a run; the next run removes them\n";

/// The file with the planned steps.
const JOURNAL: &str = "journal";

/// The file that exists once a commit is complete.
const DONE: &str = "done";

/// A step of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Creates a file; the second text is the hash of its content.
    Create(String, String),
    /// A file is replaced.
    Replace(String),
    /// A file is removed.
    Remove(String),
    /// Creates a folder.
    Folder(String),
}

#[derive(Debug)]
pub(crate) struct Stage<'f> {
    folder: &'f Folder,
    name: String,
    pub(crate) dir: Dir,
    /// The lock, held as long as the run continues.
    _owner: std::fs::File,
}

impl<'f> Stage<'f> {
    pub(crate) fn create(folder: &'f Folder) -> Result<Self, Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = format!("{} {:?}", std::process::id(), now);
        let stage = format!("{PREFIX}{}", hash(seed.as_bytes()));
        let shown = folder.path(&stage);
        folder.dir().create_dir(&stage).map_err(Error::io(&shown))?;
        let begin = || {
            let dir = folder
                .dir()
                .open_dir_nofollow(&stage)
                .map_err(Error::io(&shown))?;
            write_new(&dir, Path::new(OWNER), MARK, &shown.join(OWNER))?;
            let owner = dir.open(OWNER).map_err(Error::io(&shown))?.into_std();
            // Without locks, simultaneous runs are not detected.
            let _ = owner.try_lock();
            Ok((dir, owner))
        };
        match begin() {
            Ok((dir, owner)) => Ok(Self {
                folder,
                name: stage,
                dir,
                _owner: owner,
            }),
            Err(error) => {
                let _ = folder.dir().remove_dir_all(&stage);
                Err(error)
            }
        }
    }

    pub(crate) fn shown(&self, file: &str) -> PathBuf {
        self.folder.path(&self.name).join(file)
    }

    /// Writes the journal. From now on, the next run rolls back a killed run.
    pub(crate) fn announce(&self, steps: &[Step]) -> Result<(), Error> {
        let lines = steps.iter().map(|step| match step {
            Step::Create(path, hash) => format!("create {hash} {path}\n"),
            Step::Replace(path) => format!("replace {path}\n"),
            Step::Remove(path) => format!("remove {path}\n"),
            Step::Folder(path) => format!("folder {path}\n"),
        });
        let text: String = lines.collect();
        let part = Path::new("journal.part");
        write_new(&self.dir, part, text.as_bytes(), &self.shown(JOURNAL))?;
        let renamed = self.dir.rename(part, &self.dir, JOURNAL);
        renamed.map_err(Error::io(&self.shown(JOURNAL)))
    }

    /// Marks the commit as complete, so that nothing is rolled back.
    pub(crate) fn complete(&self) -> Result<(), Error> {
        let renamed = self.dir.rename(JOURNAL, &self.dir, DONE);
        renamed.map_err(Error::io(&self.shown(DONE)))
    }

    /// Rolls back the steps.
    pub(crate) fn undo(&self, steps: &[Step]) -> Result<(), Error> {
        undo(self.folder, &self.dir, steps.iter().enumerate())
    }

    /// Removes the stage.
    pub(crate) fn remove(self) -> Result<(), Error> {
        remove(self.folder, &self.name, &self.dir)
    }
}

/// Rolls back the changes of killed runs, and removes their temporary files.
pub(crate) fn recover(folder: &Folder) -> Result<(), Error> {
    for stage in folder.names()?.iter().filter(|one| one.starts_with(PREFIX)) {
        let shown = folder.path(stage);
        if folder.entry(stage)? != Entry::Folder {
            continue;
        }
        let dir = folder
            .dir()
            .open_dir_nofollow(stage)
            .map_err(Error::io(&shown))?;
        let mark = read_in(&dir, Path::new(OWNER), &shown.join(OWNER))?;
        match mark {
            // The run was killed before it wrote the mark.
            None => drop(folder.dir().remove_dir(stage)),
            Some(mark) if MARK.starts_with(&mark) => {
                let owner = dir.open(OWNER).map_err(Error::io(&shown))?.into_std();
                if matches!(owner.try_lock(), Err(std::fs::TryLockError::WouldBlock)) {
                    return Err(Error::new(shown, Kind::InTheWay("of a run that goes on")));
                }
                if let Some(journal) = read_in(&dir, Path::new(JOURNAL), &shown.join(JOURNAL))? {
                    let steps = parse(&String::from_utf8_lossy(&journal));
                    undo(
                        folder,
                        &dir,
                        steps.iter().map(|(number, step)| (*number, step)),
                    )?;
                }
                remove(folder, stage, &dir)?;
            }
            // The folder is not ours.
            Some(_) => {}
        }
    }
    Ok(())
}

/// Parses the steps of a journal, with their numbers; other lines are skipped.
fn parse(journal: &str) -> Vec<(usize, Step)> {
    let step = |line: &str| {
        let (verb, rest) = line.split_once(' ')?;
        let is_plain = |path: &str| !path.split('/').any(|part| matches!(part, "" | "." | ".."));
        Some(match verb {
            "create" => {
                let (hash, path) = rest.split_once(' ').filter(|(_, path)| is_plain(path))?;
                Step::Create(path.to_owned(), hash.to_owned())
            }
            "replace" if is_plain(rest) => Step::Replace(rest.to_owned()),
            "remove" if is_plain(rest) => Step::Remove(rest.to_owned()),
            "folder" if is_plain(rest) => Step::Folder(rest.to_owned()),
            _ => return None,
        })
    };
    let lines = journal.lines().enumerate();
    lines
        .filter_map(|(number, line)| Some((number, step(line)?)))
        .collect()
}

/// Rolls back steps in reverse order. The stage shows which of them were carried out, so an
/// interrupted rollback can be repeated.
fn undo<'s>(
    folder: &Folder,
    stage: &Dir,
    steps: impl DoubleEndedIterator<Item = (usize, &'s Step)>,
) -> Result<(), Error> {
    let mut first = Ok(());
    for (number, step) in steps.rev() {
        let undone = undo_step(folder, stage, number, step);
        first = first.and(undone);
    }
    first
}

fn undo_step(folder: &Folder, stage: &Dir, number: usize, step: &Step) -> Result<(), Error> {
    let path = match step {
        Step::Create(path, _) | Step::Replace(path) | Step::Remove(path) | Step::Folder(path) => {
            path
        }
    };
    let shown = folder.path(path);
    let Some(dir) = folder.parent_of(path)? else {
        return Ok(());
    };
    match step {
        Step::Create(_, text) => {
            let there = read_in(&dir, name(path), &shown)?;
            // A file that someone else has written in the meantime stays.
            if there.is_some_and(|there| hash(&there) == *text) && !is_there(stage, &fresh(number))
            {
                dir.remove_file(name(path)).map_err(Error::io(&shown))?;
            }
        }
        Step::Replace(_) | Step::Remove(_) => {
            if is_there(stage, &kept(number)) {
                let back = stage.rename(kept(number), &dir, name(path));
                back.map_err(Error::io(&shown))?;
            }
        }
        Step::Folder(_) => match dir.remove_dir(name(path)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            // It contains other files now.
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
            other => other.map_err(Error::io(&shown))?,
        },
    }
    Ok(())
}

fn is_there(dir: &Dir, name: &str) -> bool {
    matches!(entry(dir, Path::new(name)), Ok(Entry::File))
}

/// Returns the name of a new file in a stage, by the number of its step.
pub(crate) fn fresh(number: usize) -> String {
    format!("{number}.new")
}

/// Returns the name of an old file in a stage.
pub(crate) fn kept(number: usize) -> String {
    format!("{number}.old")
}

/// Removes a stage: only the files that a run creates there.
fn remove(folder: &Folder, stage: &str, dir: &Dir) -> Result<(), Error> {
    let shown = folder.path(stage);
    let all = dir.entries().map_err(Error::io(&shown))?;
    let names = all.filter_map(|one| one.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let is_ours = |name: &str| {
        let number = name
            .strip_suffix(".new")
            .or_else(|| name.strip_suffix(".old"));
        matches!(name, JOURNAL | DONE | "journal.part")
            || number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for name in names.iter().filter(|name| is_ours(name)) {
        dir.remove_file(name)
            .map_err(Error::io(&shown.join(name)))?;
    }
    if names.iter().any(|name| name != OWNER && !is_ours(name)) {
        return Err(Error::new(shown, Kind::Leftover));
    }
    // The mark is removed last: without it, the rest would not be recognized.
    match dir.remove_file(OWNER) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(Error::io(&shown)(error)),
        _ => {}
    }
    folder.dir().remove_dir(stage).map_err(Error::io(&shown))
}
