//! What is fuzzed: each target reads its inputs in its own way, and has its own properties.

mod prose;
mod settings;
mod splice;
mod trees;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use fastrand::Rng;

use crate::{Fault, Reached, mutate, seeds, watch};

/// A target of the fuzzer.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name on the command line, and of the folder of its kept inputs.
    pub name: &'static str,
    /// Checks an input: anything but a bug of this project is fine.
    check: fn(&[u8]) -> Result<Reached, Fault>,
    /// Returns the inputs that fuzzing starts from, in addition to the kept ones.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Changes an input, or combines it with another one.
    pub mutate: fn(&[u8], &[u8], &mut Rng) -> Vec<u8>,
}

/// Every target.
pub const ALL: &[Target] = &[
    Target {
        name: "descriptions",
        check: crate::run_targets,
        seeds: || read(&seeds::seeds()),
        mutate: description,
    },
    Target {
        name: "settings",
        check: settings::check,
        seeds: settings::seeds,
        mutate: settings::mutate,
    },
    Target {
        name: "prose",
        check: prose::check,
        seeds: prose::seeds,
        mutate: |one, other, rng| splice::splice(one, other, prose::WORDS, rng),
    },
    Target {
        name: "trees",
        check: trees::check,
        seeds: trees::seeds,
        mutate: |one, other, rng| splice::splice(one, other, trees::WORDS, rng),
    },
];

impl Target {
    /// Returns the target with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|target| target.name == name)
    }

    /// Checks one input.
    ///
    /// # Errors
    /// Returns a bug of this project, never an error in the input.
    pub fn check(&self, bytes: &[u8]) -> Result<Reached, Fault> {
        watch::begin(bytes);
        let reached = catch_unwind(AssertUnwindSafe(|| (self.check)(bytes)));
        let spent = watch::end();
        let reached = reached.unwrap_or_else(|_| Err(watch::panicked()))?;
        watch::afford(spent, bytes.len())?;
        Ok(reached)
    }

    /// Returns the folder of the inputs in the repository.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        seeds::home().join("kept").join(self.name)
    }

    /// Returns the kept inputs, in the order of their names.
    #[must_use]
    pub fn kept(&self) -> Vec<PathBuf> {
        seeds::files_below(&self.folder())
    }

    /// Returns every input that fuzzing starts from.
    #[must_use]
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let mut inputs = (self.seeds)();
        inputs.extend(read(&self.kept()));
        inputs
    }
}

fn read(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    let texts = paths.iter().filter_map(|path| std::fs::read(path).ok());
    texts.collect()
}

/// Changes a description: mostly in places that matter, sometimes in bytes.
fn description(one: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let changed = match rng.u8(0..16) {
        0 => None,
        1 | 2 => mutate::cross(one, other, rng),
        _ => mutate::mutate(one, rng),
    };
    changed.unwrap_or_else(|| splice::bytes(one, rng))
}
