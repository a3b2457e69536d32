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
mod room;
pub mod targets;
mod threads;
mod tree;

pub use crate::config::Config;
pub use crate::targets::{Sample, Target, iterators};
pub use crate::tree::FileTree;

use spec::{Api, Diagnostics};

use crate::targets::Run;

/// Why no files were generated.
#[derive(Debug)]
pub enum GenerateError {
    /// A bug in the generator.
    Bug {
        /// The file that was being generated.
        path: String,
        /// What went wrong.
        message: String,
    },
    /// The files have more bytes than the caller allows.
    TooLarge,
}

impl GenerateError {
    pub(crate) fn bug(path: impl Into<String>, error: &dyn std::fmt::Display) -> Self {
        Self::Bug {
            path: path.into(),
            message: error.to_string(),
        }
    }
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bug { path, message } => write!(f, "cannot make `{path}`: {message}"),
            Self::TooLarge => f.write_str("the generated files have more bytes than are allowed"),
        }
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

/// Generates the files of some targets, if they have at most `most` bytes together. Otherwise no
/// target is generated to its end.
///
/// # Errors
/// Returns an error if the files have more bytes, or if there is a bug in the generator.
pub fn generate_within(
    most: usize,
    api: &Api,
    config: &Config,
    targets: &[Target],
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let run = Run::new(api, config, targets, most);
    // The samples come from the other targets.
    let is_last = |target: &&Target| **target == Target::Samples;
    let last: Vec<_> = targets.iter().filter(is_last).copied().collect();
    let first: Vec<_> = targets
        .iter()
        .filter(|one| !is_last(one))
        .copied()
        .collect();
    let make = |target: &Target| {
        let mut found = Diagnostics::default();
        (target.generate(&run, &mut found), found)
    };
    let (mut whole, mut all) = (FileTree::default(), Diagnostics::default());
    for targets in [first, last] {
        // Targets are independent, so they run in parallel.
        for (target, (tree, found)) in targets.iter().zip(threads::one_each(&targets, &make)?) {
            whole.append(target.folder(), tree?);
            all.append(found);
        }
    }
    diagnostics.append(all);
    Ok(whole)
}
