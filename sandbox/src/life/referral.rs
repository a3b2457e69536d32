//! Referrals: expired.

use jiff::Timestamp;
use types::{Referral, ReferralStatus};

use super::Passing;
use crate::store::{Record, Work};

impl Record for Referral {
    const TABLE: &'static str = "referrals";
    const COLUMNS: &'static [&'static str] = &["partner", "status"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.partner.to_string(), self.status.to_string()]
    }

    fn due(&self) -> Option<Timestamp> {
        (self.status == ReferralStatus::Pending).then(|| self.expire_time.instant())
    }
}

impl Passing for Referral {
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        if self.status == ReferralStatus::Pending {
            self.status = ReferralStatus::Expired;
            self.last_update_time = self.expire_time.clone();
        }
        work.update(&self).await
    }
}
