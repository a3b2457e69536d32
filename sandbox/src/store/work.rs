//! One unit of work on one organization.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Row as _, Transaction};
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
    store: Store,
    /// Whether deliveries were added to the queue.
    wake: bool,
    /// Whether something was changed that is kept in a [`Recent`](super::Recent).
    pub(super) outdates: bool,
}

/// The fields of an organization that are needed before it is read.
#[derive(Debug, Clone)]
pub(super) struct Head {
    due: Option<Timestamp>,
    /// How far the marketplace's clock was moved, in microseconds.
    clock_offset: i64,
}

/// How many bits of a position number the resources of one change.
const POSITION_BITS: u32 = 20;

const READ: &str = "SELECT due, \
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
        let Some(work) = self.look(org, reading).await? else {
            return Ok(None);
        };
        if work.is_settled() {
            return Ok(Some(work));
        }
        // It is given back before another one is requested: there may be only one connection.
        work.held.commit().await?;
        match self.change(org).await? {
            Some(work) => work.commit().await?,
            None => return Ok(None),
        }
        self.look(org, reading).await
    }

    async fn look(&self, org: &str, reading: Reading) -> sqlx::Result<Option<Work>> {
        let mut held = self.hold(reading).await?;
        let head = Head::read(held.connection(), org);
        let head = self.heads.get_or_read(org, head).await?;
        Ok(head.map(|head| Work::of(held, org, 0, &head, self)))
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
        let Some(mut work) = Work::begin(self.begin().await?, org, self).await? else {
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
        if inserted.rows_affected() != 1 {
            return Ok(None);
        }
        let work = Work::begin(tx, &organization.id.0, self).await?;
        Ok(work.map(|work| Work {
            outdates: true,
            ..work
        }))
    }
}

impl Head {
    async fn read(connection: &mut AnyConnection, org: &str) -> sqlx::Result<Option<Self>> {
        let query = sqlx::query(READ).bind(org);
        let row = query.fetch_optional(connection).await?;
        row.as_ref().map(Self::of).transpose()
    }

    fn of(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            due: row.try_get::<Option<i64>, _>("due")?.map(at),
            clock_offset: row.try_get("clock_offset")?,
        })
    }
}

impl Work {
    async fn begin(
        mut tx: Transaction<'static, Any>,
        org: &str,
        store: &Store,
    ) -> sqlx::Result<Option<Self>> {
        let query = sqlx::query(CHANGE).bind(org);
        let Some(row) = query.fetch_optional(&mut *tx).await? else {
            return Ok(None);
        };
        let (position, head): (i64, _) = (row.try_get("position")?, Head::of(&row)?);
        Ok(Some(Self::of(
            Held::Change(tx),
            org,
            position,
            &head,
            store,
        )))
    }

    fn of(held: Held, org: &str, position: i64, head: &Head, store: &Store) -> Self {
        Self {
            held,
            org: org.to_owned(),
            now: moved(head.clock_offset),
            position: position << POSITION_BITS,
            due: head.due,
            ids: Ids::Random,
            store: store.clone(),
            wake: false,
            outdates: false,
        }
    }

    /// Returns the organization.
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

    /// Returns a new identifier with a prefix.
    pub fn id(&mut self, prefix: &str) -> String {
        self.ids.next(prefix)
    }

    /// Returns the connection, for statements of tables of one's own. Key them by [`Work::org`].
    pub fn connection(&mut self) -> &mut AnyConnection {
        self.held.connection()
    }

    /// Notes that deliveries were added to the queue, to be told after the commit.
    pub fn wake_deliveries(&mut self) {
        self.wake = true;
    }

    /// Returns the next place in the order of creation.
    pub fn next_position(&mut self) -> i64 {
        self.position += 1;
        self.position
    }

    /// Returns the organization itself.
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

    /// Creates the changes last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.held.commit().await?;
        if self.outdates {
            self.store.forget();
        }
        if self.wake {
            self.store.queued.notify_one();
        }
        Ok(())
    }
}
