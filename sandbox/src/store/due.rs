//! Applies changes by the clock.
//!
//! A resource that the clock changes has a due time. The organization has the earliest of them, so
//! that each request needs only one comparison.

use jiff::Timestamp;
use sqlx::AssertSqlSafe;
use types::{Agreement, Entitlement, Offer, Referral, UsageRecordReport};

use super::record::read;
use super::{Record, Work, at};
use crate::life::Passing;

impl Work {
    /// Returns whether nothing is due.
    pub(super) fn is_settled(&self) -> bool {
        self.due.is_none_or(|due| due > self.now())
    }

    /// Records when a resource is due.
    pub(super) async fn schedule(&mut self, due: Option<Timestamp>) -> sqlx::Result<()> {
        match (due, self.due) {
            (Some(due), earliest) if earliest.is_none_or(|earliest| due < earliest) => {
                self.set_due(Some(due)).await
            }
            _ => Ok(()),
        }
    }

    /// Applies everything that is due.
    pub(super) async fn settle(&mut self) -> sqlx::Result<()> {
        if self.is_settled() {
            return Ok(());
        }
        self.pass::<Offer>().await?;
        self.pass::<Agreement>().await?;
        self.pass::<Entitlement>().await?;
        self.pass::<Referral>().await?;
        self.pass::<UsageRecordReport>().await?;
        let mut next = None;
        for table in [
            Offer::TABLE,
            Agreement::TABLE,
            Entitlement::TABLE,
            Referral::TABLE,
            UsageRecordReport::TABLE,
        ] {
            let statement =
                format!("SELECT MIN(due) FROM {table} WHERE org_id = $1 AND due IS NOT NULL");
            let org = self.org().to_owned();
            let due: Option<i64> = sqlx::query_scalar(AssertSqlSafe(statement))
                .bind(org)
                .fetch_one(self.held.connection())
                .await?;
            next = next.into_iter().chain(due.map(at)).min();
        }
        self.set_due(next).await
    }

    /// Updates the resources of one table to the current time.
    async fn pass<R: Record + Passing>(&mut self) -> sqlx::Result<()> {
        let statement = format!(
            "SELECT document FROM {} WHERE org_id = $1 AND due <= $2 ORDER BY due, position",
            R::TABLE,
        );
        let documents: Vec<String> = sqlx::query_scalar(AssertSqlSafe(statement))
            .bind(self.org().to_owned())
            .bind(self.now().as_microsecond())
            .fetch_all(self.held.connection())
            .await?;
        for document in documents {
            read::<R>(&document)?.pass(self).await?;
        }
        Ok(())
    }

    async fn set_due(&mut self, due: Option<Timestamp>) -> sqlx::Result<()> {
        self.due = due;
        self.outdates = true;
        let org = self.org().to_owned();
        sqlx::query("UPDATE organizations SET due = $2 WHERE id = $1")
            .bind(org)
            .bind(due.map(Timestamp::as_microsecond))
            .execute(self.held.connection())
            .await?;
        Ok(())
    }
}
