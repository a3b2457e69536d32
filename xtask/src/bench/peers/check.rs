//! Measures `cargo check` of generated crates; their dependencies are built before.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};

use super::tools::Peer;
use super::{empty, files};
use crate::bench::measured::{self, Cost};
use crate::project;

/// A crate to check: its name in the table, its folder, and the packages.
struct Checked {
    name: String,
    folder: PathBuf,
    /// Where Cargo builds.
    target: PathBuf,
    packages: Vec<String>,
    /// The features in place of the default ones.
    features: Option<String>,
}

/// Checks every crate that was generated from one description.
pub(super) fn run(spec: &Path, folder: &Path, peers: &[Peer], runs: usize) -> Result<()> {
    let workspace = folder.join("ours-0/rust");
    let built = project::scratch("peers/built")?;
    empty(&built)?;
    let packages = |folders: &[&str]| -> Result<Vec<String>> {
        folders
            .iter()
            .map(|folder| package(&workspace.join(folder)))
            .collect()
    };
    let mut all = Vec::new();
    let (tags, operations) = small_tags(spec, &workspace)?;
    let few = format!("ours: {operations} operations' tags");
    for (name, folders, features) in [
        ("ours: types, client", ["types", "client"].as_slice(), None),
        ("ours: types, server", &["types", "server"], None),
        (&*few, &["client"], Some(tags)),
    ] {
        all.push(Checked {
            name: name.to_owned(),
            folder: workspace.clone(),
            target: built.join("ours"),
            packages: packages(folders)?,
            features,
        });
    }
    for peer in peers.iter().filter(|peer| peer.is_crate) {
        let name = peer.name.replace(' ', "-");
        let (folder, target) = (folder.join(&name), built.join(name));
        let (name, packages) = (peer.name.to_owned(), Vec::new());
        all.push(Checked {
            name,
            folder,
            target,
            packages,
            features: None,
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

/// The least number of operations that a small program uses.
const FEW: usize = 5;

/// Returns the features of the smallest tags that have a few operations together, and the number of
/// these operations.
fn small_tags(spec: &Path, workspace: &Path) -> Result<(String, usize)> {
    let api = spec::load(spec)
        .api
        .context("the description cannot be used")?;
    let sizes = api
        .by_tag()
        .into_iter()
        .map(|(_, operations)| operations.len());
    // The feature `full` lists those of the tags in their order, after that of the types.
    let manifest = fs::read_to_string(workspace.join("client/Cargo.toml"));
    let manifest: toml::Table = manifest.context("there is no manifest")?.parse()?;
    let full = manifest["features"]["full"].as_array();
    let names = full.into_iter().flatten().filter_map(toml::Value::as_str);
    let tags = names.filter(|name| name.starts_with("tag-"));
    let mut tags: Vec<_> = sizes.zip(tags).collect();
    tags.sort_unstable();
    let mut operations = 0;
    let few = tags.into_iter().take_while(|(size, _)| {
        let is_wanted = operations < FEW;
        operations += if is_wanted { *size } else { 0 };
        is_wanted
    });
    let few: Vec<_> = few.map(|(_, tag)| tag).collect();
    Ok((few.join(","), operations))
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
        command.extend(["--target-dir".to_owned(), self.target.display().to_string()]);
        for package in &self.packages {
            command.extend(["-p".to_owned(), package.clone()]);
        }
        if let Some(features) = &self.features {
            let only = ["--no-default-features", "--features", features];
            command.extend(only.map(ToOwned::to_owned));
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
            if file.ends_with("src/lib.rs") {
                let file = fs::File::options().append(true).open(file);
                let file = file.context("cannot open a root")?;
                file.set_modified(SystemTime::now())
                    .context("cannot set the time of a root file")?;
            }
        }
        Ok(())
    }
}
