//! The database: SQLite, or PostgreSQL for several instances behind one address.
//!
//! It has all state; the process only caches reads ([`Recent`]). A change is one transaction
//! ([`Work`]), and the client gets its response only after the commit.

mod due;
mod filter;
mod held;
mod open;
mod recent;
mod record;
mod work;

pub use self::filter::{Filter, Page, PageOf};
pub use self::open::OpenError;
pub use self::recent::Recent;
pub use self::record::Record;
pub use self::work::Work;

use self::work::Head;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use sqlx::AnyPool;
use tokio::sync::Notify;

/// The supported SQL dialects, which differ in how rows are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite: one writer at a time.
    Sqlite,
    /// PostgreSQL: many writers, so rows are locked.
    Postgres,
}

/// A database.
#[derive(Debug, Clone)]
pub struct Store {
    reads: AnyPool,
    /// The same pool as `reads` with PostgreSQL and in memory. SQLite files have one connection
    /// that writes, so that writers wait in a fair queue.
    writes: AnyPool,
    dialect: Dialect,
    /// Notified of committed work that has queued deliveries.
    queued: Arc<Notify>,
    /// How often something changed that a [`Recent`] caches.
    changes: Arc<AtomicU64>,
    heads: Recent<Option<Head>>,
}

impl Store {
    fn of(reads: AnyPool, writes: AnyPool, dialect: Dialect) -> Self {
        let changes = Arc::default();
        Self {
            reads,
            writes,
            dialect,
            queued: Arc::default(),
            heads: Recent::counting(dialect, &changes),
            changes,
        }
    }

    /// Opens a database, and migrates its schema.
    ///
    /// # Errors
    /// Returns an error if it cannot be reached, or was written by a later version.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        open::open(url).await
    }

    /// Returns the SQL dialect of the database.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns connections for statements that change nothing.
    #[must_use]
    pub const fn reads(&self) -> &AnyPool {
        &self.reads
    }

    /// Returns connections for changes outside of a [`Work`].
    #[must_use]
    pub const fn writes(&self) -> &AnyPool {
        &self.writes
    }

    /// Waits until this process queues deliveries. Deliveries of other instances must be polled.
    pub async fn queued(&self) {
        self.queued.notified().await;
    }

    /// Invalidates caches. Must be called after a change of anything that a [`Recent`] caches: API
    /// clients and the revocation of their tokens, the clock, when an organization is due.
    /// [`Work::commit`] does it for its own changes.
    pub fn forget(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Begins a write transaction outside of any organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn begin(&self) -> sqlx::Result<sqlx::Transaction<'static, sqlx::Any>> {
        match self.dialect {
            // Takes the lock at once, because upgrading it later can fail.
            Dialect::Sqlite => self.writes.begin_with("BEGIN IMMEDIATE").await,
            Dialect::Postgres => self.writes.begin().await,
        }
    }

    /// Returns the marketplace's current time: the real time, moved by [`Store::move_clock`].
    /// Credentials and deliveries use the real time.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn now(&self) -> sqlx::Result<Timestamp> {
        let offset = sqlx::query_scalar("SELECT value FROM settings WHERE name = 'clock_offset'");
        Ok(moved(offset.fetch_one(&self.reads).await?))
    }

    /// Applies everything that is due in any organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn settle_all(&self) -> sqlx::Result<()> {
        let now = self.now().await?.as_microsecond();
        let due: Vec<String> = sqlx::query_scalar("SELECT id FROM organizations WHERE due <= $1")
            .bind(now)
            .fetch_all(&self.reads)
            .await?;
        for org in due {
            if let Some(work) = self.change(&org).await? {
                work.commit().await?;
            }
        }
        Ok(())
    }

    /// Closes the connections.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }

    /// Moves the marketplace's clock forward.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn move_clock(&self, by: SignedDuration) -> sqlx::Result<Timestamp> {
        let micros = i64::try_from(by.as_micros()).unwrap_or(0).max(0);
        let moved_by = sqlx::query_scalar(
            "UPDATE settings SET value = value + $1 WHERE name = 'clock_offset' RETURNING value",
        );
        let offset = moved_by.bind(micros).fetch_one(&self.writes).await?;
        self.forget();
        Ok(moved(offset))
    }
}

/// Returns the current time, moved by this many microseconds and rounded down to milliseconds,
/// which every language represents exactly.
fn moved(offset: i64) -> Timestamp {
    let now = Timestamp::now().as_microsecond().saturating_add(offset);
    at(now - now.rem_euclid(1000))
}

/// Returns a time of the database.
fn at(micros: i64) -> Timestamp {
    Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX)
}
