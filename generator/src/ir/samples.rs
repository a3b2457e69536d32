//! The samples of all schemas of a description. Thousands of operations may have the same body, so
//! a sample is made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use spec::model::{Api, SchemaId};

use super::sample::{Sampler, Variant};
use crate::json::Json;

/// The maximum number of values that are kept.
const MOST_VALUES: usize = 100_000;

/// What a sample depends on: the last part is whether it is for a request.
type Key = (SchemaId, Variant, bool);

/// Creates samples, and keeps them.
#[derive(Debug)]
pub(crate) struct Samples<'a> {
    pub(crate) api: &'a Api,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    samples: HashMap<Key, Attempt>,
    /// The values of all samples together.
    values: usize,
}

/// The result of an attempt to create a sample.
pub(super) type Attempt = Result<Arc<Sample>, NoSample>;

/// The value would be infinite or too large.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoSample;

/// A sample, and what is known of it.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) value: Json,
    /// How many values it has.
    pub(super) made: usize,
    /// Pointers to the unknown members.
    pub(super) unknown: Vec<String>,
    /// Whether the variant made a difference.
    pub(super) differs: bool,
    /// The largest number of members of a union.
    pub(super) members: usize,
}

impl<'a> Samples<'a> {
    pub(crate) fn new(api: &'a Api) -> Self {
        Self {
            api,
            kept: Mutex::default(),
        }
    }

    /// Returns what creates values, for a request or a response.
    pub(crate) const fn sampler(&self, variant: Variant, request: bool) -> Sampler<'_> {
        Sampler::new(self, variant, request)
    }

    /// Returns a sample that was tried before.
    pub(super) fn known(&self, key: Key) -> Option<Attempt> {
        self.kept().samples.get(&key).cloned()
    }

    /// Keeps a sample. If there are too many, those before it are forgotten.
    pub(super) fn keep(&self, key: Key, attempt: Attempt) {
        let made = attempt.as_ref().map_or(0, |sample| sample.made);
        let mut kept = self.kept();
        kept.values += made;
        if kept.values > MOST_VALUES {
            kept.samples.retain(|_, attempt| attempt.is_err());
            kept.values = made;
        }
        kept.samples.insert(key, attempt);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
