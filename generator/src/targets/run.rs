//! A run of the generator: what its targets share.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use spec::Api;

use super::{Sample, Target};
use crate::Config;
use crate::room::Room;

/// What all targets of a run are made from, and what they make for each other.
pub(crate) struct Run<'a> {
    pub(crate) api: &'a Api,
    pub(crate) config: &'a Config,
    pub(crate) targets: &'a [Target],
    pub(crate) room: Room,
    samples: Mutex<BTreeMap<Target, Vec<Sample>>>,
}

impl<'a> Run<'a> {
    /// Returns a run whose files have at most `most` bytes together.
    pub(crate) fn new(
        api: &'a Api,
        config: &'a Config,
        targets: &'a [Target],
        most: usize,
    ) -> Self {
        Self {
            api,
            config,
            targets,
            room: Room::new(most),
            samples: Mutex::default(),
        }
    }

    /// Keeps the samples of a language if a later target needs them: all decisions of a language
    /// would have to be made again for them.
    pub(crate) fn keep_samples(&self, language: Target, samples: impl FnOnce() -> Vec<Sample>) {
        if self.targets.contains(&Target::Samples) {
            let samples = samples();
            let mut kept = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(language, samples);
        }
    }

    /// Returns the samples of a language.
    pub(crate) fn samples(&self, language: Target) -> Option<Vec<Sample>> {
        let mut kept = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.remove(&language);
        kept.or_else(|| language.samples(self.api, self.config))
    }
}
