//! Decides where a command may write.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::folder::Folder;
use crate::{Error, Kind};

/// A folder for output, which may not exist yet.
#[derive(Debug)]
pub struct Place {
    /// Its path as the user named it.
    named: PathBuf,
    /// The folder that contains it, resolved.
    parent: PathBuf,
    name: OsString,
}

impl Place {
    /// Checks the output folder of a command. The folders of `inputs` are not allowed.
    ///
    /// # Errors
    /// Returns an error if it is not a folder, or is not for output: a symbolic link, a device or a
    /// file; a root, a home folder, a folder of the inputs or one above these.
    pub fn new(named: &Path, inputs: &[&Path]) -> Result<Self, Error> {
        let last = named.components().next_back();
        if last == Some(Component::ParentDir) {
            let what = "a path that ends in `..`";
            return Err(Error::new(named, Kind::Protected(what)));
        }
        // With a slash or `/.` at the end, a symbolic link counts as its target.
        let plain: PathBuf = named.components().collect();
        match fs::symlink_metadata(&plain) {
            Ok(found) if found.is_dir() => {}
            Ok(found) => {
                return Err(Error::new(
                    named,
                    Kind::InTheWay(describe(found.file_type())),
                ));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(named)(error)),
        }
        let resolved = resolve(named)?;
        protect(named, &resolved, inputs)?;
        let (Some(parent), Some(name)) = (resolved.parent(), resolved.file_name()) else {
            return Err(Error::new(named, Kind::Protected("a root")));
        };
        Ok(Self {
            named: named.to_path_buf(),
            parent: parent.to_path_buf(),
            name: name.to_owned(),
        })
    }

    /// Opens the folder, if it exists.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened, or has become something else.
    pub fn open(&self) -> Result<Option<Folder>, Error> {
        Folder::open(&self.parent, &self.name, &self.named)
    }

    /// Opens the folder, and creates it if it is missing, with all folders above it. Also returns
    /// the created folders, innermost first.
    ///
    /// # Errors
    /// Returns an error if it cannot be created or opened.
    pub fn create(&self) -> Result<(Folder, Vec<PathBuf>), Error> {
        let mut created = Vec::new();
        let whole = self.parent.join(&self.name);
        let missing = whole.ancestors().take_while(|one| !one.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        for folder in missing.iter().rev() {
            if let Err(error) = fs::create_dir(folder) {
                Self::remove_empty(&created);
                return Err(Error::io(folder)(error));
            }
            created.insert(0, folder.clone());
        }
        match self.open() {
            Ok(Some(folder)) => Ok((folder, created)),
            Ok(None) => Err(Error::io(&self.named)(ErrorKind::NotFound.into())),
            Err(error) => {
                Self::remove_empty(&created);
                Err(error)
            }
        }
    }

    /// Removes folders that [`Self::create`] has created, if they are empty.
    pub fn remove_empty(folders: &[PathBuf]) {
        for folder in folders {
            // A folder that is not empty any more stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Resolves symbolic links in a path, whose last folders may not exist.
fn resolve(named: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(named).map_err(Error::io(named))?;
    let mut missing = Vec::new();
    let mut there = absolute.as_path();
    loop {
        match there.canonicalize() {
            Ok(resolved) => {
                let names = missing.into_iter().rev();
                return Ok(names.fold(resolved, |path, name: OsString| path.join(name)));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(there)(error)),
        }
        // A dangling symbolic link is not a missing folder.
        if fs::symlink_metadata(there).is_ok() {
            return Err(Error::new(
                there,
                Kind::InTheWay("a link that leads nowhere"),
            ));
        }
        let (Some(name), Some(parent)) = (there.file_name(), there.parent()) else {
            return Err(Error::new(
                named,
                Kind::Protected("a path through a folder that is not there"),
            ));
        };
        missing.push(name.to_owned());
        there = parent;
    }
}

fn protect(named: &Path, resolved: &Path, inputs: &[&Path]) -> Result<(), Error> {
    let refuse = |what| Err(Error::new(named, Kind::Protected(what)));
    if resolved.parent().is_none() {
        return refuse("a root");
    }
    if homes().iter().any(|home| home.starts_with(resolved)) {
        return refuse("a home folder, or above one");
    }
    for input in inputs {
        let input = std::path::absolute(input).ok();
        let folder = input.as_deref().and_then(Path::parent);
        // The folder in the input's path, and the one that contains the resolved input.
        let named = folder.and_then(|folder| folder.canonicalize().ok());
        let real = input.as_deref().and_then(|input| input.canonicalize().ok());
        let real = real
            .as_deref()
            .and_then(Path::parent)
            .map(Path::to_path_buf);
        if [named, real]
            .into_iter()
            .flatten()
            .any(|folder| folder.starts_with(resolved))
        {
            return refuse("the folder of an input, or above it");
        }
    }
    Ok(())
}

/// Returns the existing home folders of all users on this machine; `HOME` alone may be missing or
/// wrong.
fn homes() -> Vec<PathBuf> {
    let users = if cfg!(unix) {
        fs::read_to_string("/etc/passwd").unwrap_or_default()
    } else {
        String::new()
    };
    let homes = users.lines().filter_map(|line| line.split(':').nth(5));
    let homes = homes.map(PathBuf::from).filter(|home| home.is_absolute());
    let homes = std::env::home_dir().into_iter().chain(homes);
    let homes = homes.filter_map(|home| home.canonicalize().ok());
    // Users without a home have a root.
    homes.filter(|home| home.parent().is_some()).collect()
}

/// Describes something that is not the expected file or folder.
pub(crate) fn describe(kind: fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "a link"
    } else if kind.is_file() {
        "a file"
    } else if kind.is_dir() {
        "a folder"
    } else {
        special(kind)
    }
}

#[cfg(unix)]
fn special(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
const fn special(_: fs::FileType) -> &'static str {
    "a device"
}

/// Returns a short hash of a text: 16 digits of its SHA-256.
#[must_use]
pub fn hash(text: &[u8]) -> String {
    let digest = Sha256::digest(text);
    digest.iter().take(8).fold(String::new(), |mut hash, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(hash, "{byte:02x}");
        hash
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::Place;

    /// This does not depend on `HOME`.
    #[test]
    fn homes_of_all_users_are_protected() {
        let users = std::fs::read_to_string("/etc/passwd").expect("users");
        let homes = users.lines().filter_map(|line| line.split(':').nth(5));
        let mut homes = homes.map(Path::new).filter(|home| home.is_dir());
        let first = homes.next().expect("a home");
        let refused = Place::new(first, &[]).expect_err("it is a home");
        assert!(refused.to_string().contains(&*first.to_string_lossy()));
    }
}
