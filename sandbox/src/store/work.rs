//! One unit of work on one organization.

use std::sync::Arc;

use jiff::Timestamp;
use sqlx::Row as _;
use tokio::sync::Notify;
use types::Organization;

use super::held::Held;
use super::record::{read, write};
use super::{Dialect, Store, at, moved};
use crate::ids::Ids;

/// What is done at once with one organization: looked at, or changed in a transaction that leaves
/// no trace if it is dropped without [`commit`](Self::commit).
///
/// Everything is keyed by the organization: what is another's cannot be reached through it.
#[derive(Debug)]
pub struct Work {
    pub(super) held: Held,
    pub(super) org: String,
    now: Timestamp,
    /// Of the last resource that was created; the upper bits number the changes to the
    /// organization, the lower ones the resources of one change.
    position: i64,
    /// When the clock changes anything of the organization next.
    pub(super) due: Option<Timestamp>,
    ids: Ids,
    /// Told after the commit, if deliveries were added to the queue.
    queued: Arc<Notify>,
    wake: bool,
}

/// How many bits of a position number the resources of one change.
const POSITION_BITS: u32 = 20;

const READ: &str = "SELECT position, due, \
    (SELECT value FROM settings WHERE name = 'clock_offset') AS clock_offset \
    FROM organizations WHERE id = $1";

/// Locks the organization until the end of the transaction.
const CHANGE: &str = "UPDATE organizations SET position = position + 1 WHERE id = $1 \
    RETURNING position, due, \
    (SELECT value FROM settings WHERE name = 'clock_offset') AS clock_offset";

/// How an organization is read.
#[derive(Debug, Clone, Copy)]
enum Reading {
    Look,
    Snapshot,
}

impl Store {
    /// Begins to read an organization as it is now: what the clock has changed in the meantime
    /// is changed first. Each statement sees what is there when it runs; for several that must
    /// fit each other, there is [`Store::snapshot`]. `None` if there is no such organization.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, org: &str) -> sqlx::Result<Option<Work>> {
        self.settled(org, Reading::Look).await
    }

    /// As [`Store::read`], but all statements see the same.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn snapshot(&self, org: &str) -> sqlx::Result<Option<Work>> {
        self.settled(org, Reading::Snapshot).await
    }

    async fn settled(&self, org: &str, reading: Reading) -> sqlx::Result<Option<Work>> {
        let Some(work) = Work::begin(self.hold(reading).await?, org, READ, self).await? else {
            return Ok(None);
        };
        if work.is_settled() {
            return Ok(Some(work));
        }
        // It is given back before another one is asked for: there may be only one connection.
        work.held.commit().await?;
        match self.change(org).await? {
            Some(work) => work.commit().await?,
            None => return Ok(None),
        }
        Work::begin(self.hold(reading).await?, org, READ, self).await
    }

    async fn hold(&self, reading: Reading) -> sqlx::Result<Held> {
        Ok(match (reading, self.dialect) {
            (Reading::Look, _) => Held::Look(self.reads.acquire().await?),
            (Reading::Snapshot, Dialect::Sqlite) => Held::Snapshot(self.reads.begin().await?),
            (Reading::Snapshot, Dialect::Postgres) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Held::Snapshot(self.reads.begin_with(begin).await?)
            }
        })
    }

    /// Begins to change an organization. `None` if there is no such organization.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn change(&self, org: &str) -> sqlx::Result<Option<Work>> {
        let Some(mut work) =
            Work::begin(Held::Change(self.begin().await?), org, CHANGE, self).await?
        else {
            return Ok(None);
        };
        work.settle().await?;
        Ok(Some(work))
    }

    /// Begins to fill a new organization. `None` if it is there already.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create(&self, organization: &Organization) -> sqlx::Result<Option<Work>> {
        let mut tx = self.begin().await?;
        let inserted = sqlx::query(
            "INSERT INTO organizations (id, position, due, document) VALUES ($1, 0, NULL, $2) \
             ON CONFLICT (id) DO NOTHING",
        )
        .bind(&organization.id.0)
        .bind(write(organization)?)
        .execute(&mut *tx)
        .await?;
        match inserted.rows_affected() {
            1 => Work::begin(Held::Change(tx), &organization.id.0, CHANGE, self).await,
            _ => Ok(None),
        }
    }
}

impl Work {
    async fn begin(
        mut held: Held,
        org: &str,
        statement: &'static str,
        store: &Store,
    ) -> sqlx::Result<Option<Self>> {
        let row = sqlx::query(statement)
            .bind(org)
            .fetch_optional(held.connection())
            .await?;
        let Some(row) = row else { return Ok(None) };
        let position: i64 = row.try_get("position")?;
        Ok(Some(Self {
            held,
            org: org.to_owned(),
            now: moved(row.try_get("clock_offset")?),
            position: position << POSITION_BITS,
            due: row.try_get::<Option<i64>, _>("due")?.map(at),
            ids: Ids::Random,
            queued: Arc::clone(&store.queued),
            wake: false,
        }))
    }

    /// The organization.
    #[must_use]
    pub fn org(&self) -> &str {
        &self.org
    }

    /// The marketplace's present time, the same during the whole of the work.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Lives through an earlier time, with identifiers that can be foretold: for seeds.
    pub(crate) fn pretend(&mut self, now: Timestamp, ids: Ids) {
        self.now = now;
        self.ids = ids;
    }

    /// Lives on at a later time.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn advance(&mut self, now: Timestamp) -> sqlx::Result<()> {
        self.now = now.max(self.now);
        self.settle().await
    }

    /// A new identifier with a prefix.
    pub fn id(&mut self, prefix: &str) -> String {
        self.ids.next(prefix)
    }

    /// The connection, for statements of tables of one's own. Key them by [`Work::org`].
    pub fn connection(&mut self) -> &mut sqlx::AnyConnection {
        self.held.connection()
    }

    /// Notes that deliveries were added to the queue, to be told after the commit.
    pub fn wake_deliveries(&mut self) {
        self.wake = true;
    }

    /// The next place in the order of creation.
    pub fn next_position(&mut self) -> i64 {
        self.position += 1;
        self.position
    }

    /// The organization itself.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn organization(&mut self) -> sqlx::Result<Organization> {
        let document: String =
            sqlx::query_scalar("SELECT document FROM organizations WHERE id = $1")
                .bind(&self.org)
                .fetch_one(self.held.connection())
                .await?;
        read(&document)
    }

    /// Makes the changes last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.held.commit().await?;
        if self.wake {
            self.queued.notify_one();
        }
        Ok(())
    }
}
