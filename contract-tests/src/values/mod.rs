//! STUB
use crate::intent::Intent;
use proptest::strategy::{Just, NewTree, SBoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use spec::Api;
use spec::model::{Parameter, Provenance, SchemaId};
/// s
pub trait Known {
    /// s
    fn values(&self, schema_name: Option<&str>, property: &str) -> Vec<Value>;
}
/// s
pub struct NothingKnown;
impl Known for NothingKnown {
    fn values(&self, _: Option<&str>, _: &str) -> Vec<Value> {
        vec![]
    }
}
/// s
#[derive(Debug, Clone, Copy)]
pub enum Manner {
    /// s
    Plain,
    /// s
    Boundary,
    /// s
    Odd,
}
/// s
pub struct Violation {
    /// s
    pub intent: Intent,
    /// s
    pub pointer: String,
    /// s
    pub what: String,
    /// s
    pub span: spec::Span,
    /// s
    pub provenance: Provenance,
    /// s
    pub value: Value,
}
/// s
pub struct Maker<'a> {
    _api: &'a Api,
}
impl<'a> Maker<'a> {
    /// s
    pub fn new(api: &'a Api, _known: &'a dyn Known, _now: jiff::Timestamp) -> Self {
        Self { _api: api }
    }
    /// s
    pub fn strategy(&self, _: SchemaId, _: Manner) -> SBoxedStrategy<Value> {
        Just(Value::Null).sboxed()
    }
    /// s
    pub fn parameter(&self, _: &Parameter, _: Manner) -> SBoxedStrategy<Value> {
        Just(Value::Null).sboxed()
    }
    /// s
    pub fn pairs(&self, _: SchemaId, _: Option<&Value>, _: [u8; 32]) -> Vec<Value> {
        vec![]
    }
    /// s
    pub fn violations(&self, _: SchemaId, _: &Value) -> Vec<Violation> {
        vec![]
    }
    /// s
    pub fn refresh(&self, _: SchemaId, v: &Value) -> Value {
        v.clone()
    }
}
/// s
pub fn tree(
    s: &SBoxedStrategy<Value>,
    seed: [u8; 32],
) -> Result<Box<dyn ValueTree<Value = Value>>, String> {
    let mut r = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &seed),
    );
    s.new_tree(&mut r).map_err(|e| e.to_string())
}
/// s
pub fn seed(parts: &[&str], base: u64) -> [u8; 32] {
    use sha2::Digest as _;
    let mut h = sha2::Sha256::new();
    h.update(base.to_be_bytes());
    for p in parts {
        h.update(p.as_bytes());
        h.update([0]);
    }
    h.finalize().into()
}
