//! Changes several files atomically.

use std::collections::HashSet;
use std::path::Path;

use crate::folder::{Entry, Folder, entry, name, write_new};
use crate::interrupt::Interrupts;
use crate::stage::{Stage, Step, fresh, kept, recover};
use crate::{Error, Kind, Parents, hash, threads};

/// A change of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// Creates a new file with a text.
    Create(&'a str, &'a str),
    /// Replaces the text of an existing file.
    Replace(&'a str, &'a str),
    /// Removes an existing file.
    Remove(&'a str),
}

impl<'a> Change<'a> {
    const fn path(self) -> &'a str {
        match self {
            Self::Create(path, _) | Self::Replace(path, _) | Self::Remove(path) => path,
        }
    }

    const fn text(self) -> Option<&'a str> {
        match self {
            Self::Create(_, text) | Self::Replace(_, text) => Some(text),
            Self::Remove(_) => None,
        }
    }
}

impl Folder {
    /// Rolls back the changes of killed runs, and removes their temporary files.
    ///
    /// # Errors
    /// Returns an error if another run is in progress, or files cannot be moved.
    pub fn recover(&self) -> Result<(), Error> {
        recover(self)
    }

    /// Applies all changes in order, or none. New files are prepared in a temporary folder and
    /// moved to their places one by one. If that is interrupted, by an error, an interrupt or the
    /// end of the program, everything is moved back. No other files are touched.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written; everything is then unchanged.
    pub fn commit(&self, changes: &[Change<'_>]) -> Result<(), Error> {
        let mut parents = self.parents();
        for change in changes {
            self.check(*change, &mut parents)?;
        }
        let interrupts = Interrupts::defer();
        let stage = Stage::create(self)?;
        let steps = match self.prepare(&stage, changes) {
            Ok(steps) => steps,
            Err(error) => {
                // The first failure is reported.
                let _ = stage.remove();
                return Err(error);
            }
        };
        let done = self.carry_out(&stage, changes, &steps, &interrupts);
        if let Err(error) = done.and_then(|()| stage.complete()) {
            stage.undo(&steps)?;
            let _ = stage.remove();
            return Err(error);
        }
        self.remove_emptied(changes);
        stage.remove()
    }

    /// Checks that a change concerns a file.
    fn check(&self, change: Change<'_>, parents: &mut Parents<'_>) -> Result<(), Error> {
        let path = change.path();
        let there = parents.entry(path)?;
        let refuse = |kind| Err(Error::new(self.path(path), kind));
        match (there, change) {
            (Entry::Nothing, Change::Create(..))
            | (Entry::File, Change::Replace(..) | Change::Remove(_)) => Ok(()),
            (Entry::File, Change::Create(..)) => refuse(Kind::NotOurs),
            (Entry::Folder, _) => refuse(Kind::InTheWay("a folder")),
            (Entry::Other(what), _) => refuse(Kind::InTheWay(what)),
            (Entry::Nothing, _) => Err(Error::io(&self.path(path))(
                std::io::ErrorKind::NotFound.into(),
            )),
        }
    }

    /// Writes all new files and the journal into the stage.
    fn prepare(&self, stage: &Stage<'_>, changes: &[Change<'_>]) -> Result<Vec<Step>, Error> {
        // Steps are undone in reverse order: folders after the files in them, inner ones before
        // outer ones.
        let folders = self.missing_folders(changes)?;
        let mut steps: Vec<Step> = folders.into_iter().map(Step::Folder).collect();
        let first = steps.len();
        let texts = changes.iter().enumerate();
        let texts = texts.filter_map(|(at, change)| Some((first + at, change.text()?)));
        let hashes = write_all(stage, &texts.collect::<Vec<_>>())?;
        let mut hashes = hashes.into_iter();
        steps.extend(changes.iter().map(|change| {
            let hash = change.text().and_then(|_| hashes.next());
            match *change {
                Change::Create(path, _) => Step::Create(path.to_owned(), hash.unwrap_or_default()),
                Change::Replace(path, _) => Step::Replace(path.to_owned()),
                Change::Remove(path) => Step::Remove(path.to_owned()),
            }
        }));
        stage.announce(&steps)?;
        Ok(steps)
    }

    /// Returns the missing folders that the changes need, outer ones first.
    fn missing_folders(&self, changes: &[Change<'_>]) -> Result<Vec<String>, Error> {
        let mut missing: Vec<String> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        for change in changes.iter().filter(|change| change.text().is_some()) {
            let path = change.path();
            for (at, _) in path.match_indices('/') {
                let folder = &path[..at];
                if known.insert(folder) && self.entry(folder)? == Entry::Nothing {
                    missing.push(folder.to_owned());
                }
            }
        }
        Ok(missing)
    }

    fn carry_out(
        &self,
        stage: &Stage<'_>,
        changes: &[Change<'_>],
        steps: &[Step],
        interrupts: &Interrupts,
    ) -> Result<(), Error> {
        let first = steps.len() - changes.len();
        let mut parents = self.parents();
        for (at, change) in changes.iter().enumerate() {
            if interrupts.is_noted() {
                return Err(Error::new(self.path(""), Kind::Interrupted));
            }
            self.carry_out_one(stage, first + at, *change, &mut parents)?;
        }
        Ok(())
    }

    fn carry_out_one(
        &self,
        stage: &Stage<'_>,
        number: usize,
        change: Change<'_>,
        parents: &mut Parents<'_>,
    ) -> Result<(), Error> {
        let path = change.path();
        let (shown, file) = (self.path(path), name(path));
        let dir = parents.create(path)?;
        match change {
            Change::Create(..) => {
                // It may have been created in the meantime.
                if entry(dir, file).map_err(Error::io(&shown))? != Entry::Nothing {
                    return Err(Error::new(shown, Kind::NotOurs));
                }
            }
            Change::Replace(..) => {
                // Without hard links, the file is missing for a moment.
                let linked = dir.hard_link(file, &stage.dir, kept(number));
                let moved = linked.or_else(|_| dir.rename(file, &stage.dir, kept(number)));
                moved.map_err(Error::io(&shown))?;
            }
            Change::Remove(_) => {
                let moved = dir.rename(file, &stage.dir, kept(number));
                return moved.map_err(Error::io(&shown));
            }
        }
        let moved = stage.dir.rename(fresh(number), dir, file);
        moved.map_err(Error::io(&shown))
    }

    /// Removes the folders that became empty; those with other files stay.
    fn remove_emptied(&self, changes: &[Change<'_>]) {
        let removed = changes.iter().filter(|change| change.text().is_none());
        let mut folders: Vec<String> = Vec::new();
        for path in removed.map(|change| change.path()) {
            let all = path.match_indices('/').map(|(at, _)| path[..at].to_owned());
            folders.extend(all);
        }
        folders.sort();
        folders.dedup();
        self.remove_empty(&folders);
    }
}

/// Writes files in several threads, up to the first error in each, and returns the hashes.
fn write_all(stage: &Stage<'_>, files: &[(usize, &str)]) -> Result<Vec<String>, Error> {
    let write = |(number, text): &(usize, &str)| {
        let file = fresh(*number);
        let shown = stage.shown(&file);
        write_new(&stage.dir, Path::new(&file), text.as_bytes(), &shown)?;
        Ok(hash(text.as_bytes()))
    };
    let written = threads::shares(files, |files| files.iter().map(write).collect());
    let written: Vec<Vec<String>> = written.into_iter().collect::<Result<_, _>>()?;
    Ok(written.concat())
}
