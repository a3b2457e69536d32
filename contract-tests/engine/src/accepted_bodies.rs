//! Bodies that the deployment has accepted: of what a creation needs, they know more than the
//! description.

use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock};

use serde_json::Value;

use conformance_core::description::OperationId;

/// Bodies that the deployment has accepted, by operation.
///
/// What a unit of the plan learns is its own until all units that run at once are done, so that
/// requests do not depend on which unit is faster.
#[derive(Debug, Default)]
pub struct AcceptedBodies {
    inner: RwLock<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Bodies that all units may use.
    shared: HashMap<OperationId, Value>,
    /// Bodies that units have learned, by the unit's place in the plan.
    own: BTreeMap<(u64, OperationId), Value>,
}

impl AcceptedBodies {
    /// Returns a body that an operation has accepted, as far as a unit may know.
    #[must_use]
    pub fn get(&self, unit: Option<u64>, operation: OperationId) -> Option<Value> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        let own = || inner.own.get(&(unit?, operation));
        inner.shared.get(&operation).or_else(own).cloned()
    }

    /// Keeps the first body that an operation has accepted.
    pub fn add(&self, unit: Option<u64>, operation: OperationId, body: Value) {
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        match unit {
            Some(unit) => inner.own.entry((unit, operation)).or_insert(body),
            None => inner.shared.entry(operation).or_insert(body),
        };
    }

    /// Shares what finished units have learned. Of two bodies, that of the earlier unit in the plan
    /// is kept.
    pub fn share(&self) {
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        for ((_, operation), body) in std::mem::take(&mut inner.own) {
            inner.shared.entry(operation).or_insert(body);
        }
    }
}
