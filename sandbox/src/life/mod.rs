//! The transitions of resources, by the state machines of the description (`x-states`): caused by
//! the organization, buyers, partners and the clock.

mod acceptance;
mod agreement;
mod buyer;
mod disbursement;
mod entitlement;
mod offer;
mod offer_publishing;
mod product;
mod referral;
mod report;

pub use self::acceptance::{Accepted, accept as accept_offer};
pub use self::agreement::{Ending, end as end_agreement};
pub use self::disbursement::disburse;
pub use self::entitlement::{resume, suspend};
#[cfg(test)]
pub(crate) use self::offer::USUAL_TIME as OFFER_TIME;
pub use self::offer::{
    cancel as cancel_offer, create as create_offer, extend as extend_offer,
    publish as publish_offer, reject as reject_offer, update as update_offer,
};
#[cfg(test)]
pub(crate) use self::offer_publishing::LATEST_START;
pub use self::product::{
    create as create_product, publish as publish_product, retire as retire_product,
    update as update_product,
};
#[cfg(test)]
pub(crate) use self::referral::WAITS as REFERRAL_TIME;
pub use self::referral::{
    accept as accept_referral, create as create_referral, reject as reject_referral,
    update as update_referral,
};
pub use self::report::{USAGE_WINDOW, day, invoice};

use crate::store::Work;

/// A resource that the clock changes.
pub trait Passing: Sized {
    /// Updates the resource to the current time, and stores it.
    fn pass(self, work: &mut Work) -> impl Future<Output = sqlx::Result<()>> + Send;
}
