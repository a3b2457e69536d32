//! Measures `cargo check` of generated crates; their dependencies are built before.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};

use super::files;
use super::tools::Peer;
use crate::bench::measured::{self, Cost};

/// A crate to check: its name in the table, its folder, and the packages.
struct Checked {
    name: String,
    folder: PathBuf,
    packages: Vec<String>,
}

/// Checks every crate that was generated from one description.
pub(super) fn run(folder: &Path, peers: &[Peer], runs: usize) -> Result<()> {
    let workspace = folder.join("ours-0/rust");
    let packages = |folders: &[&str]| -> Result<Vec<String>> {
        folders
            .iter()
            .map(|folder| package(&workspace.join(folder)))
            .collect()
    };
    let mut all = Vec::new();
    for (name, folders) in [
        ("ours: types, client", &["types", "client"]),
        ("ours: types, server", &["types", "server"]),
    ] {
        let (name, folder) = (name.to_owned(), workspace.clone());
        let packages = packages(folders)?;
        all.push(Checked {
            name,
            folder,
            packages,
        });
    }
    for peer in peers.iter().filter(|peer| peer.is_crate) {
        let folder = folder.join(peer.name.replace(' ', "-"));
        let (name, packages) = (peer.name.to_owned(), Vec::new());
        all.push(Checked {
            name,
            folder,
            packages,
        });
    }
    anstream::println!(
        "\n{:<31} {:>9} {:>9} {:>9}",
        "cargo check",
        "wall s",
        "cpu s",
        "peak MiB"
    );
    for checked in &all {
        let name = &checked.name;
        match checked.measure(runs) {
            Ok(cost) => anstream::println!(
                "{name:<31} {:>9.2} {:>9.2} {:>9.1}",
                cost.wall,
                cost.cpu,
                cost.peak
            ),
            Err(error) => anstream::println!("{name:<31} failed: {error}"),
        }
    }
    Ok(())
}

/// Returns the name of the package in a folder.
fn package(folder: &Path) -> Result<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).context("there is no manifest")?;
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = "));
    let name = name.context("the manifest names no package")?;
    Ok(name.trim_matches('"').to_owned())
}

impl Checked {
    fn command(&self) -> Vec<String> {
        let mut command = vec!["cargo".to_owned(), "check".to_owned(), "--quiet".to_owned()];
        let target = self.folder.join("target");
        command.extend(["--target-dir".to_owned(), target.display().to_string()]);
        for package in &self.packages {
            command.extend(["-p".to_owned(), package.clone()]);
        }
        command
    }

    fn measure(&self, runs: usize) -> Result<Cost> {
        let manifest = self.folder.join("Cargo.toml");
        if !manifest.is_file() {
            bail!("nothing was generated");
        }
        self.stand_alone(&manifest)?;
        measured::once(&self.command(), &self.folder)?;
        measured::median(runs, || {
            self.touch()?;
            measured::once(&self.command(), &self.folder)
        })
    }

    /// Makes a crate below our workspace independent of it.
    fn stand_alone(&self, manifest: &Path) -> Result<()> {
        let text = fs::read_to_string(manifest).context("cannot read the manifest")?;
        if !text.contains("[workspace") {
            fs::write(manifest, text + "\n[workspace]\n").context("cannot write the manifest")?;
        }
        Ok(())
    }

    /// Makes Cargo check every root again.
    fn touch(&self) -> Result<()> {
        for file in files(&self.folder) {
            let is_root = file.ends_with("src/lib.rs");
            if is_root && !file.starts_with(self.folder.join("target")) {
                let file = fs::File::options().append(true).open(file);
                let file = file.context("cannot open a root")?;
                file.set_modified(SystemTime::now())
                    .context("cannot set the time of a root file")?;
            }
        }
        Ok(())
    }
}
