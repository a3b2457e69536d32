//! Generates the values of requests from the schemas of the description.
//!
//! Values are drawn directly, not composed from strategies for their parts: schemas refer to each
//! other, so a tree of strategies could be far larger than any value. Shrinking still works:
//! [`Shrink`] tries simpler values that the schema also allows.

mod conform;
mod cover;
mod day;
mod decimal;
mod dice;
mod formats;
mod make;
mod make_object;
mod pairs;
pub mod pattern;
mod refresh;
mod scalar;
mod shrink;
mod simpler;
mod strategy;
mod violate;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, Reason, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use self::conform::Schemas;
pub use self::day::{this_hour, today};
pub use self::shrink::Shrink;
pub use self::strategy::{Maker, ValueStrategy};
pub use self::violate::Violation;

/// Looks up the values of existing items.
pub trait Known {
    /// Returns values that name existing items, by the name of a schema or a property.
    fn values(&self, schema_name: Option<&str>, property: &str) -> Vec<Value>;
}

/// A lookup without existing items.
#[derive(Debug, Clone, Copy, Default)]
pub struct NothingKnown;

impl Known for NothingKnown {
    fn values(&self, _: Option<&str>, _: &str) -> Vec<Value> {
        Vec::new()
    }
}

/// The kind of allowed values to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Manner {
    /// Ordinary values.
    Plain,
    /// Values at the edges of what is allowed.
    Boundary,
    /// Unusual values: any Unicode, extreme numbers, very long.
    Odd,
}

/// Draws a value, determined by its seed.
///
/// # Errors
/// Returns an error if the strategy finds none.
pub fn tree<S: Strategy<Value = Value>>(
    strategy: &S,
    seed: [u8; 32],
) -> Result<Box<dyn ValueTree<Value = Value> + Send>, Reason>
where
    S::Tree: Send + 'static,
{
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    Ok(Box::new(strategy.new_tree(&mut runner)?))
}

/// Returns the seed of one choice, from its purpose and the seed of the run.
#[must_use]
pub fn seed(parts: &[&str], base: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(base.to_be_bytes());
    for part in parts {
        // Including the length, so that different lists of parts never give the same text.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}
