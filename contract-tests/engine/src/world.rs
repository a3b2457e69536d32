//! What exists on the deployment as far as a run knows, what the run may touch, and what the
//! description says of both.

use std::sync::Arc;

use crate::accepted_bodies::AcceptedBodies;
use crate::drift::Drift;
use crate::guard::Guard;
use crate::history::History;
use crate::pool::Pool;
use conformance_core::description::Description;
use conformance_core::resources::Resources;
use conformance_core::validate::Validator;
use conformance_core::values::Schemas;

/// What a run knows of a deployment. It sends nothing.
#[derive(Debug)]
pub struct World {
    /// The resources of the description.
    pub resources: Arc<Resources>,
    /// Decides what may be sent, and keeps what the run has created.
    pub guard: Guard,
    /// The items that are known to exist.
    pub pool: Pool,
    /// Bodies that the deployment has accepted, by operation.
    pub accepted: AcceptedBodies,
    /// Differences between the deployment and the description.
    pub drift: Drift,
    /// Validates responses against their schemas.
    pub answers: Validator,
    /// Validates requests against their schemas.
    pub requests: Arc<Validator>,
    /// The schemas from which values are generated.
    pub schemas: Arc<Schemas>,
    /// What earlier runs saw, if a history is kept.
    pub history: Option<History>,
    /// The description of an earlier day, if there is one.
    pub baseline: Option<Description>,
}
