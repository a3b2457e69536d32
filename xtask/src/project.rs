//! The paths of the project's files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use specwright::{Description, Home};

/// Returns the root of the project: the folder above this crate.
pub fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map_or(manifest.clone(), PathBuf::from)
}

/// Returns the path of a project file, relative to the current folder if that is shorter.
pub fn path(relative: &str) -> PathBuf {
    let absolute = root().join(relative);
    let here = std::env::current_dir().unwrap_or_default();
    absolute
        .strip_prefix(&here)
        .map_or(absolute.clone(), PathBuf::from)
}

/// Creates and returns a folder below `target` for a command's files. `target` may be a symbolic
/// link to another disk; nothing below it may.
///
/// # Errors
/// Returns an error if it cannot be created, or something else is in its place.
pub fn scratch(name: &str) -> Result<PathBuf> {
    let target = root().join("target");
    std::fs::create_dir_all(&target).context("cannot create target")?;
    let mut folder = target.canonicalize().context("cannot find target")?;
    for part in name.split('/') {
        folder.push(part);
        match std::fs::create_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => created.with_context(|| format!("cannot create {}", folder.display()))?,
        }
        let is_folder = std::fs::symlink_metadata(&folder)?.is_dir();
        ensure!(
            is_folder,
            "{} is not a folder; nothing was written: remove it",
            folder.display()
        );
    }
    Ok(folder)
}

/// Returns whether a program is on the search path.
pub fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Returns the path of this program, to start it again. On Linux it works even after a build has
/// replaced the file.
///
/// # Errors
/// Returns an error if the operating system does not report the path.
pub fn this_program() -> std::io::Result<PathBuf> {
    let image = Path::new("/proc/self/exe");
    if image.exists() {
        return Ok(image.to_owned());
    }
    std::env::current_exe()
}

/// Returns the default inputs and outputs of commands in this project.
pub fn home() -> Home {
    Home {
        command: "cargo xtask",
        generate: "codegen",
        description: Description::File(path("spec/openapi.yaml")),
        output: path("generated"),
        overwrites_edited: true,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{root, scratch};

    #[test]
    fn nothing_below_target_leads_elsewhere() {
        let elsewhere = tempfile::tempdir().expect("a folder");
        let name = format!("scratch-{}", std::process::id());
        let place = scratch(&name).expect("a folder");
        assert!(place.starts_with(root().canonicalize().expect("it is there")));
        std::fs::remove_dir(&place).expect("it is empty");
        std::os::unix::fs::symlink(elsewhere.path(), &place).expect("a link");
        let below = scratch(&format!("{name}/made"));
        std::fs::remove_file(&place).expect("the link is there");
        assert!(below.is_err(), "{below:?}");
        let mut found = std::fs::read_dir(elsewhere.path()).expect("a folder");
        assert!(found.next().is_none());
    }
}
