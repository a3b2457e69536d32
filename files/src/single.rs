//! Writes a single file.

use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::folder::{Entry, entry, read_in, write_new};
use crate::{Error, Kind, hash};

/// Checks before a long run that [`write_file`] can write to a path.
///
/// # Errors
/// The same as for [`write_file`].
pub fn check_file(path: &Path, is_own: impl Fn(&[u8]) -> bool) -> Result<(), Error> {
    let (dir, name) = open(path)?;
    check(&dir, &name, path, &is_own)
}

/// Writes a file atomically. An existing one is replaced if `is_own` recognizes its text as written
/// by this program.
///
/// # Errors
/// Returns an error if the file cannot be written, was not written by this program, or is a
/// symbolic link, a device or a folder.
pub fn write_file(path: &Path, text: &[u8], is_own: impl Fn(&[u8]) -> bool) -> Result<(), Error> {
    let (dir, name) = open(path)?;
    check(&dir, &name, path, &is_own)?;
    let seed = format!("{} {}", std::process::id(), name.display());
    let part = format!(".{}.part", hash(seed.as_bytes()));
    write_new(&dir, Path::new(&part), text, path)?;
    let renamed = dir.rename(&part, &dir, &name);
    if renamed.is_err() {
        // The first failure is reported.
        let _ = dir.remove_file(&part);
    }
    renamed.map_err(Error::io(path))
}

fn check(
    dir: &Dir,
    name: &Path,
    path: &Path,
    is_own: &impl Fn(&[u8]) -> bool,
) -> Result<(), Error> {
    match entry(dir, name).map_err(Error::io(path))? {
        Entry::Nothing => Ok(()),
        Entry::Folder => Err(Error::new(path, Kind::InTheWay("a folder"))),
        Entry::Other(what) => Err(Error::new(path, Kind::InTheWay(what))),
        Entry::File => match read_in(dir, name, path)? {
            Some(text) if !text.is_empty() && !is_own(&text) => {
                Err(Error::new(path, Kind::NotOurs))
            }
            _ => Ok(()),
        },
    }
}

/// Opens the folder that contains a file, and returns the file's name.
fn open(path: &Path) -> Result<(Dir, std::path::PathBuf), Error> {
    let Some(name) = path.file_name() else {
        return Err(Error::new(path, Kind::InTheWay("not a name of a file")));
    };
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let dir = Dir::open_ambient_dir(parent, ambient_authority()).map_err(Error::io(parent))?;
    Ok((dir, name.into()))
}
