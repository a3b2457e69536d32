//! Resources as rows of tables.

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::AssertSqlSafe;

use super::{Filter, Page, PageOf, Work};
use crate::failure::Failure;

/// A resource that is stored as a document, with columns for queries.
///
/// Every table also has the columns `org_id`, `id`, `position`, `due` and `document`.
pub trait Record: Serialize + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// The table.
    const TABLE: &'static str;
    /// The columns for queries.
    const COLUMNS: &'static [&'static str];
    /// Whether a [`Recent`](super::Recent) caches it.
    const IS_KEPT: bool = false;

    /// Returns its identifier, unique within the organization.
    fn id(&self) -> &str;

    /// Returns the values of [`COLUMNS`](Self::COLUMNS).
    fn columns(&self) -> Vec<String>;

    /// Returns when the clock changes it next.
    fn due(&self) -> Option<Timestamp> {
        None
    }
}

/// Serializes a resource.
pub(super) fn write<T: Serialize>(resource: &T) -> sqlx::Result<String> {
    serde_json::to_string(resource).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Parses a resource.
pub(super) fn read<T: DeserializeOwned>(document: &str) -> sqlx::Result<T> {
    serde_json::from_str(document).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl Work {
    /// Returns the resource that a path names.
    ///
    /// # Errors
    /// [`Failure::NotFound`]
    pub async fn find<R: Record>(&mut self, id: &str) -> Result<R, Failure> {
        self.get(id).await?.ok_or(Failure::NotFound)
    }

    /// Returns a resource, if it exists.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn get<R: Record>(&mut self, id: &str) -> sqlx::Result<Option<R>> {
        let statement = format!(
            "SELECT document FROM {} WHERE org_id = $1 AND id = $2",
            R::TABLE
        );
        let document: Option<String> = sqlx::query_scalar(AssertSqlSafe(statement))
            .bind(&self.org)
            .bind(id)
            .fetch_optional(self.held.connection())
            .await?;
        document.as_deref().map(read).transpose()
    }

    /// Returns a page of the filtered resources, in the order of their creation.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn list<R: Record>(
        &mut self,
        filter: &Filter,
        page: Page,
    ) -> sqlx::Result<PageOf<R>> {
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
        let documents: Vec<String> = query.fetch_all(self.held.connection()).await?;
        let items: Vec<R> = documents
            .iter()
            .map(|text| read(text))
            .collect::<Result<_, _>>()?;
        Ok(PageOf::of(items, page))
    }

    /// Returns the number of filtered resources.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn count<R: Record>(&mut self, filter: &Filter) -> sqlx::Result<i64> {
        let statement = format!(
            "SELECT COUNT(*) FROM {} WHERE org_id = $1{}",
            R::TABLE,
            filter.sql(2)
        );
        let mut query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(&self.org);
        for value in filter.values() {
            query = query.bind(value);
        }
        query.fetch_one(self.held.connection()).await
    }

    /// Adds a resource.
    ///
    /// # Errors
    /// Returns an error if the database fails, or has one with this identifier.
    pub async fn insert<R: Record>(&mut self, resource: &R) -> sqlx::Result<()> {
        let names = each(R::COLUMNS, |_, name| format!(", {name}"));
        let values = each(R::COLUMNS, |index, _| format!(", ${}", index + 6));
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
        self.outdates |= R::IS_KEPT;
        query.execute(self.held.changing()?).await?;
        self.schedule(resource.due()).await
    }

    /// Stores the new state of a resource.
    ///
    /// # Errors
    /// Returns an error if the database fails, or has no such resource.
    pub async fn update<R: Record>(&mut self, resource: &R) -> sqlx::Result<()> {
        let columns = each(R::COLUMNS, |index, name| {
            format!(", {name} = ${}", index + 5)
        });
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
        self.outdates |= R::IS_KEPT;
        match query.execute(self.held.changing()?).await?.rows_affected() {
            1 => self.schedule(resource.due()).await,
            _ => Err(sqlx::Error::RowNotFound),
        }
    }

    /// Removes a resource. Returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete<R: Record>(&mut self, id: &str) -> sqlx::Result<bool> {
        let statement = format!("DELETE FROM {} WHERE org_id = $1 AND id = $2", R::TABLE);
        let query = sqlx::query(AssertSqlSafe(statement))
            .bind(&self.org)
            .bind(id);
        self.outdates |= R::IS_KEPT;
        Ok(query.execute(self.held.changing()?).await?.rows_affected() == 1)
    }
}

/// Returns a part of a statement for each column.
fn each(columns: &[&str], part: impl Fn(usize, &str) -> String) -> String {
    let parts = columns.iter().enumerate();
    parts
        .map(|(index, name)| part(index, name))
        .collect::<Vec<_>>()
        .concat()
}
