//! One unit of work on one organization.

use std::sync::Arc;

use jiff::Timestamp;
use sqlx::{Any, AssertSqlSafe, Row as _, Transaction};
use tokio::sync::Notify;

use super::record::{read, write};
use super::{Dialect, Filter, Page, PageOf, Record, Store, at, moved};
use crate::failure::Failure;

/// A transaction on one organization. Dropped without [`commit`](Self::commit), it leaves no
/// trace.
///
/// Everything is keyed by the organization: what is another's cannot be reached through it.
#[derive(Debug)]
pub struct Work {
    pub(super) tx: Transaction<'static, Any>,
    org: String,
    now: Timestamp,
    /// Of the last resource that was created; the upper bits number the changes to the
    /// organization, the lower ones the resources of one change.
    position: i64,
    /// When the clock changes anything of the organization next.
    pub(super) due: Option<Timestamp>,
    dialect: Dialect,
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

impl Store {
    /// Begins to read an organization as it is now: what the clock has changed in the meantime
    /// is changed first. `None` if there is no such organization.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, org: &str) -> sqlx::Result<Option<Work>> {
        let tx = self.reads.begin().await?;
        let Some(work) = Work::begin(tx, org, READ, self).await? else {
            return Ok(None);
        };
        if work.is_settled() {
            return Ok(Some(work));
        }
        // It is given back before another one is asked for: there may be only one connection.
        work.tx.rollback().await?;
        match self.change(org).await? {
            Some(work) => work.commit().await?,
            None => return Ok(None),
        }
        Work::begin(self.reads.begin().await?, org, READ, self).await
    }

    /// Begins to change an organization. `None` if there is no such organization.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn change(&self, org: &str) -> sqlx::Result<Option<Work>> {
        let Some(mut work) = Work::begin(self.begin().await?, org, CHANGE, self).await?
        else {
            return Ok(None);
        };
        work.settle().await?;
        Ok(Some(work))
    }
}

impl Work {
    async fn begin(
        mut tx: Transaction<'static, Any>,
        org: &str,
        statement: &'static str,
        store: &Store,
    ) -> sqlx::Result<Option<Self>> {
        let row = sqlx::query(statement).bind(org).fetch_optional(&mut *tx).await?;
        let Some(row) = row else { return Ok(None) };
        let position: i64 = row.try_get("position")?;
        Ok(Some(Self {
            tx,
            org: org.to_owned(),
            now: moved(row.try_get("clock_offset")?),
            position: position << POSITION_BITS,
            due: row.try_get::<Option<i64>, _>("due")?.map(at),
            dialect: store.dialect,
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

    /// What the database speaks.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The connection, for statements of tables of one's own. Key them by [`Work::org`].
    pub fn connection(&mut self) -> &mut sqlx::AnyConnection {
        &mut self.tx
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
    pub async fn organization(&mut self) -> sqlx::Result<types::Organization> {
        let document: String = sqlx::query_scalar("SELECT document FROM organizations WHERE id = $1")
            .bind(&self.org)
            .fetch_one(&mut *self.tx)
            .await?;
        read(&document)
    }

    /// The resource that a path names.
    ///
    /// # Errors
    /// [`Failure::NotFound`]
    pub async fn find<R: Record>(&mut self, id: &str) -> Result<R, Failure> {
        self.get(id).await?.ok_or(Failure::NotFound)
    }

    /// One resource.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn get<R: Record>(&mut self, id: &str) -> sqlx::Result<Option<R>> {
        let statement = format!("SELECT document FROM {} WHERE org_id = $1 AND id = $2", R::TABLE);
        let document: Option<String> = sqlx::query_scalar(AssertSqlSafe(statement))
            .bind(&self.org)
            .bind(id)
            .fetch_optional(&mut *self.tx)
            .await?;
        document.as_deref().map(read).transpose()
    }

    /// A page of the resources that a filter lets through, in the order of their creation.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list<R: Record>(&mut self, filter: &Filter, page: Page) -> sqlx::Result<PageOf<R>> {
        let statement = format!(
            "SELECT document FROM {} WHERE org_id = $1{} ORDER BY position LIMIT ${} OFFSET ${}",
            R::TABLE,
            filter.sql(2),
            filter.len() + 2,
            filter.len() + 3,
        );
        let mut query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(&self.org);
        for value in filter.values() {
            query = query.bind(value);
        }
        let query = query.bind(i64::from(page.limit) + 1).bind(page.offset);
        let documents: Vec<String> = query.fetch_all(&mut *self.tx).await?;
        let items: Vec<R> = documents.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
        Ok(PageOf::of(items, page))
    }

    /// How many resources a filter lets through.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count<R: Record>(&mut self, filter: &Filter) -> sqlx::Result<i64> {
        let statement =
            format!("SELECT COUNT(*) FROM {} WHERE org_id = $1{}", R::TABLE, filter.sql(2));
        let mut query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(&self.org);
        for value in filter.values() {
            query = query.bind(value);
        }
        query.fetch_one(&mut *self.tx).await
    }

    /// Adds a resource.
    ///
    /// # Errors
    /// When the database fails, or has one with this identifier.
    pub async fn insert<R: Record>(&mut self, resource: &R) -> sqlx::Result<()> {
        let names: String = R::COLUMNS.iter().map(|name| format!(", {name}")).collect();
        let values: String = (6..6 + R::COLUMNS.len()).map(|n| format!(", ${n}")).collect();
        let statement = format!(
            "INSERT INTO {} (org_id, id, position, due, document{names}) \
             VALUES ($1, $2, $3, $4, $5{values})",
            R::TABLE,
        );
        let position = self.next_position();
        let mut query = sqlx::query(AssertSqlSafe(statement))
            .bind(&self.org)
            .bind(resource.id())
            .bind(position)
            .bind(resource.due().map(Timestamp::as_microsecond))
            .bind(write(resource)?);
        for value in resource.columns() {
            query = query.bind(value);
        }
        query.execute(&mut *self.tx).await?;
        self.expect(resource.due()).await
    }

    /// Puts a resource in the place of its former state.
    ///
    /// # Errors
    /// When the database fails, or has no such resource.
    pub async fn update<R: Record>(&mut self, resource: &R) -> sqlx::Result<()> {
        let columns: String = (5..).zip(R::COLUMNS).map(|(n, name)| format!(", {name} = ${n}")).collect();
        let statement = format!(
            "UPDATE {} SET due = $3, document = $4{columns} WHERE org_id = $1 AND id = $2",
            R::TABLE,
        );
        let mut query = sqlx::query(AssertSqlSafe(statement))
            .bind(&self.org)
            .bind(resource.id())
            .bind(resource.due().map(Timestamp::as_microsecond))
            .bind(write(resource)?);
        for value in resource.columns() {
            query = query.bind(value);
        }
        match query.execute(&mut *self.tx).await?.rows_affected() {
            1 => self.expect(resource.due()).await,
            _ => Err(sqlx::Error::RowNotFound),
        }
    }

    /// Removes a resource; whether it was there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete<R: Record>(&mut self, id: &str) -> sqlx::Result<bool> {
        let statement = format!("DELETE FROM {} WHERE org_id = $1 AND id = $2", R::TABLE);
        let query = sqlx::query(AssertSqlSafe(statement)).bind(&self.org).bind(id);
        Ok(query.execute(&mut *self.tx).await?.rows_affected() == 1)
    }

    /// Makes the changes last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.tx.commit().await?;
        if self.wake {
            self.queued.notify_one();
        }
        Ok(())
    }
}
