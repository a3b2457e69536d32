//! Samples: the examples of the description, and generated values.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use spec::model::{Example, SchemaId};

use crate::values::{Presence, values};

/// Returns a value with all properties or with the required ones; the same one in every run.
pub fn sample(id: SchemaId, presence: Presence) -> Value {
    sample_for("", id, presence)
}

/// Returns a value for one of several places, which differs between them, so that mistaking one for
/// another is noticed.
///
/// # Panics
///
/// Panics if no value of the schema can be generated.
pub fn sample_for(place: &str, id: SchemaId, presence: Presence) -> Value {
    const SEED: usize = 32;
    let mut seed = [0_u8; SEED];
    for (index, byte) in place.bytes().enumerate() {
        let slot = &mut seed[index % SEED];
        *slot = slot.rotate_left(3) ^ byte;
    }
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let tree = values(id, presence).new_tree(&mut runner);
    tree.expect("a value").current()
}

/// Returns a value of a header field, which must be valid in one even without constraints.
pub fn header_sample(name: &str, id: SchemaId) -> Value {
    let value = sample_for(name, id, Presence::Full);
    let is_sendable = |text: &str| {
        let visible = text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
        visible && text.trim() == text && !text.is_empty()
    };
    match value.as_str() {
        Some(text) if !is_sendable(text) => format!("value of {name}").into(),
        _ => value,
    }
}

/// Returns the examples, then a full value, then a minimal one.
pub fn samples(examples: &[Example], schema: Option<SchemaId>) -> Vec<Value> {
    let examples = examples.iter().map(|example| example.value.clone());
    let made = schema.into_iter().flat_map(|schema| {
        [Presence::Full, Presence::Minimal].map(|presence| sample(schema, presence))
    });
    examples.chain(made).collect()
}
