//! One unit of work on one organization.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Row as _, Transaction};
use types::Organization;

use super::held::Held;
use super::record::{read, write};
use super::{Dialect, Store, at, moved};
use crate::ids::Ids;

/// A unit of work on one organization: a read, or a change in a transaction that is rolled back if
/// it is dropped without [`commit`](Self::commit).
///
/// All queries are limited to the organization: data of others cannot be reached through it.
#[derive(Debug)]
pub struct Work {
    pub(super) held: Held,
    pub(super) org: String,
    now: Timestamp,
    /// The position of the last created resource; the upper bits number the changes of the
    /// organization, the lower ones the resources within a change.
    position: i64,
    /// When the clock next changes anything in the organization.
    pub(super) due: Option<Timestamp>,
    ids: Ids,
    store: Store,
    /// Whether deliveries were queued.
    wake: bool,
    /// Whether something changed that a [`Recent`](super::Recent) caches.
    pub(super) outdates: bool,
}

/// The fields of an organization that are needed before it is read.
#[derive(Debug, Clone)]
pub(super) struct Head {
    due: Option<Timestamp>,
    /// By how much the marketplace's clock is moved, in microseconds.
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
    /// Begins to read an organization in its current state: changes by the clock are applied first.
    /// Each statement sees the data at its time; use [`Store::snapshot`] for consistent reads.
    /// Returns `None` if there is no such organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn read(&self, org: &str) -> sqlx::Result<Option<Work>> {
        self.settled(org, Reading::Look).await
    }

    /// Begins to read as [`Store::read`] does, with a consistent view for all statements.
    ///
    /// # Errors
    /// Returns an error if the database fails.
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
        // The connection is released before another one is requested, because there may be only
        // one.
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

    /// Begins to change an organization. Returns `None` if there is no such organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn change(&self, org: &str) -> sqlx::Result<Option<Work>> {
        let Some(mut work) = Work::begin(self.begin().await?, org, self).await? else {
            return Ok(None);
        };
        work.settle().await?;
        Ok(Some(work))
    }

    /// Begins to fill a new organization. Returns `None` if it already exists.
    ///
    /// # Errors
    /// Returns an error if the database fails.
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

    /// Returns the marketplace's time, which stays the same during the work.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Sets an earlier time and predictable identifiers, for the seeded data.
    pub(crate) fn pretend(&mut self, now: Timestamp, ids: Ids) {
        self.now = now;
        self.ids = ids;
    }

    /// Moves to a later time.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn advance(&mut self, now: Timestamp) -> sqlx::Result<()> {
        self.now = now.max(self.now);
        self.settle().await
    }

    /// Returns a new identifier with a prefix.
    pub fn id(&mut self, prefix: &str) -> String {
        self.ids.next(prefix)
    }

    /// Returns the connection, for statements on other tables. They must be limited to
    /// [`Work::org`].
    pub fn connection(&mut self) -> &mut AnyConnection {
        self.held.connection()
    }

    /// Records that deliveries were queued, to notify workers after the commit.
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
    /// Returns an error if the database fails.
    pub async fn organization(&mut self) -> sqlx::Result<Organization> {
        let document: String =
            sqlx::query_scalar("SELECT document FROM organizations WHERE id = $1")
                .bind(&self.org)
                .fetch_one(self.held.connection())
                .await?;
        read(&document)
    }

    /// Commits the changes.
    ///
    /// # Errors
    /// Returns an error if the database fails.
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
