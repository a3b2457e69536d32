//! The lives of resources: what is done to them by the clock, by buyers and by partners.
//!
//! What the organization itself does is in [`crate::resource`]. Both go by the state machines of
//! the description (`x-states`).

mod agreement;
mod disbursement;
mod entitlement;
mod offer;
mod product;
mod referral;
mod report;

pub use self::agreement::{Ending, end};
pub use self::disbursement::disburse;
pub use self::entitlement::{resume, suspend};
pub use self::offer::{Accepted, accept, reject};
pub use self::product::retire;
pub use self::report::{USAGE_WINDOW, day, invoice};

use crate::store::Work;

/// A resource that the clock changes.
pub trait Passing: Sized {
    /// Brings it up to the present and keeps it.
    fn pass(self, work: &mut Work) -> impl Future<Output = sqlx::Result<()>> + Send;
}
