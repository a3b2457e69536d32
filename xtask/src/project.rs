//! Where the project's own files are.

use std::path::{Path, PathBuf};

use specwright::{Description, Home};

/// The root of the project: the folder above this crate.
pub fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map_or(manifest.clone(), PathBuf::from)
}

/// A path of the project as seen from where the user stands, as short as it can be.
pub fn path(relative: &str) -> PathBuf {
    let absolute = root().join(relative);
    let here = std::env::current_dir().unwrap_or_default();
    absolute
        .strip_prefix(&here)
        .map_or(absolute.clone(), PathBuf::from)
}

/// Whether a program is on the search path.
pub fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// This program, to start it once more. On Linux it is found even after a build has replaced its file.
///
/// # Errors
/// When the operating system does not tell where it is.
pub fn this_program() -> std::io::Result<PathBuf> {
    let image = Path::new("/proc/self/exe");
    if image.exists() {
        return Ok(image.to_owned());
    }
    std::env::current_exe()
}

/// What commands work on in this project unless flags say otherwise.
pub fn home() -> Home {
    Home {
        command: "cargo xtask",
        generate: "codegen",
        description: Description::File(path("spec/openapi.yaml")),
        output: path("generated"),
        overwrites_edited: true,
    }
}
