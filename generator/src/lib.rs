//! Turns a resolved OpenAPI description into code.
//!
//! A target computes everything it needs in views of its own, its templates only place it, and
//! what comes out is a [`FileTree`] in memory. One function touches the disk: [`output::apply`].

pub mod config;
mod escape;
pub mod output;
pub mod targets;
mod tree;

pub use crate::config::Config;
pub use crate::targets::Target;
pub use crate::tree::FileTree;

use std::io;
use std::panic::resume_unwind;
use std::thread;

use spec::Api;
use spec::Diagnostics;

/// Why code could not be made of a description: a fault of the generator, not of the
/// description.
#[derive(Debug)]
pub struct GenerateError {
    /// The file that was being made.
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

/// The stack of a thread that makes a target, in bytes: as much as a main thread has.
const STACK: usize = 8 << 20;

/// Makes the files of some targets. Constructs that a target cannot express are named in
/// `diagnostics`.
///
/// # Errors
/// When the generator itself is at fault.
pub fn generate(
    api: &Api,
    config: &Config,
    targets: &[Target],
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let make = |target: &Target| {
        let mut found = Diagnostics::default();
        let tree = target.generate(api, config, &mut found);
        (tree, found)
    };
    let made = each_by_itself(targets, &make).map_err(|error| GenerateError {
        path: "the targets".to_owned(),
        message: format!("no thread can be started: {error}"),
    })?;
    let mut whole = FileTree::default();
    for (target, (tree, found)) in targets.iter().zip(made) {
        diagnostics.append(found);
        whole.append(target.folder(), tree?);
    }
    Ok(whole)
}

/// Targets know nothing of each other: where there are several, each is made by a thread of its own.
fn each_by_itself<T: Send>(
    targets: &[Target],
    make: &(impl Fn(&Target) -> T + Sync),
) -> io::Result<Vec<T>> {
    if let [target] = targets {
        return Ok(vec![make(target)]);
    }
    thread::scope(|scope| {
        let start = |target| {
            let maker = thread::Builder::new().stack_size(STACK);
            maker.spawn_scoped(scope, move || make(target))
        };
        let makers: Vec<_> = targets.iter().map(start).collect::<io::Result<_>>()?;
        let made = makers.into_iter().map(thread::ScopedJoinHandle::join);
        Ok(made
            .map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect())
    })
}
