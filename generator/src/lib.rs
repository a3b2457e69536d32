//! Generates code from a resolved OpenAPI description.
//!
//! A target computes everything in its views, its templates only insert it, and the result is a
//! [`FileTree`] in memory. [`output::apply`] writes it to the disk.

#[macro_use]
mod code;
pub mod config;
mod escape;
pub mod ir;
mod json;
pub mod output;
pub mod publish;
pub mod targets;
mod threads;
mod tree;

pub use crate::config::Config;
pub use crate::targets::{Sample, Target, iterators};
pub use crate::tree::FileTree;

use std::sync::atomic::{AtomicUsize, Ordering};

use spec::Api;
use spec::Diagnostics;

/// A generator bug that prevented the generation of a file.
#[derive(Debug)]
pub struct GenerateError {
    /// The file that was being generated.
    pub path: String,
    /// What went wrong.
    pub message: String,
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, message } = self;
        write!(f, "cannot make `{path}`: {message}")
    }
}

impl std::error::Error for GenerateError {}

/// Generates the files of some targets. Constructs that a target does not support are reported in
/// `diagnostics`.
///
/// # Errors
/// Returns an error if there is a bug in the generator.
pub fn generate(
    api: &Api,
    config: &Config,
    targets: &[Target],
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    generate_within(usize::MAX, api, config, targets, diagnostics)
}

/// Generates the files of some targets, which may be incomplete if they have more than `most` bytes
/// together: the caller refuses them, and does not have to wait for the rest.
///
/// # Errors
/// Returns an error if there is a bug in the generator.
pub fn generate_within(
    most: usize,
    api: &Api,
    config: &Config,
    targets: &[Target],
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let made = AtomicUsize::new(0);
    let make = |target: &Target| {
        let mut found = Diagnostics::default();
        if made.load(Ordering::Relaxed) > most {
            return (Ok(FileTree::default()), found);
        }
        let tree = target.generate(api, config, targets, most, &mut found);
        let bytes = tree.as_ref().map_or(0, FileTree::bytes);
        made.fetch_add(bytes, Ordering::Relaxed);
        (tree, found)
    };
    let mut whole = FileTree::default();
    // Targets are independent, so they run in parallel.
    for (target, (tree, found)) in targets.iter().zip(threads::one_each(targets, &make)?) {
        diagnostics.append(found);
        whole.append(target.folder(), tree?);
    }
    Ok(whole)
}
