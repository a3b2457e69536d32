//! Consents of users, and the codes and refresh tokens issued for them.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use types::Scope;

use super::{SECOND, now, scope};
use crate::ids;
use crate::store::Store;

/// How long a code can be redeemed (RFC 6749 §4.1.2 allows ten minutes).
const CODE: i64 = 60 * SECOND;

/// How long a refresh token can be used; each use issues a new one.
const REFRESH_TOKEN: i64 = 30 * 24 * 3600 * SECOND;

/// A consent.
#[derive(Debug, Clone)]
pub(super) struct Grant {
    pub(super) id: String,
    pub(super) client_id: String,
    pub(super) user_id: String,
    pub(super) scopes: Vec<Scope>,
    pub(super) resource: String,
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
    code_expires: i64,
    code_used: Option<i64>,
    revoked: Option<i64>,
    pub(super) expires: i64,
}

/// The consent of a user.
#[derive(Debug)]
pub(super) struct Consent<'a> {
    pub(super) client_id: &'a str,
    pub(super) user_id: &'a str,
    pub(super) scopes: &'a [Scope],
    pub(super) resource: &'a str,
    pub(super) redirect_uri: &'a str,
    pub(super) challenge: &'a str,
}

const COLUMNS: &str = "SELECT id, client_id, user_id, scope, resource, redirect_uri, challenge, \
    code_expires, code_used, revoked, expires";

impl Grant {
    fn read(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get(0)?,
            client_id: row.try_get(1)?,
            user_id: row.try_get(2)?,
            scopes: scope::parse(row.try_get(3)?),
            resource: row.try_get(4)?,
            redirect_uri: row.try_get(5)?,
            challenge: row.try_get(6)?,
            code_expires: row.try_get(7)?,
            code_used: row.try_get(8)?,
            revoked: row.try_get(9)?,
            expires: row.try_get(10)?,
        })
    }

    pub(super) const fn code_was_used(&self) -> bool {
        self.code_used.is_some()
    }

    pub(super) fn code_is_alive(&self) -> bool {
        self.revoked.is_none() && now() < self.code_expires
    }

    pub(super) fn is_alive(&self) -> bool {
        self.revoked.is_none() && now() < self.expires
    }
}

/// Stores a consent, and returns its authorization code, which is only stored as a hash.
pub(super) async fn create(store: &Store, consent: Consent<'_>) -> sqlx::Result<String> {
    let code = ids::secret("mpc");
    sqlx::query(
        "INSERT INTO grants (id, client_id, user_id, scope, resource, redirect_uri, challenge, \
         code_hash, code_expires, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
    )
    .bind(ids::id("grant"))
    .bind(consent.client_id.to_owned())
    .bind(consent.user_id.to_owned())
    .bind(scope::print(consent.scopes))
    .bind(consent.resource.to_owned())
    .bind(consent.redirect_uri.to_owned())
    .bind(consent.challenge.to_owned())
    .bind(ids::hash(&code))
    .bind(now() + CODE)
    .execute(store.writes())
    .await?;
    Ok(code)
}

/// Returns the consent of a code.
pub(super) async fn of_code(
    connection: &mut AnyConnection,
    code: &str,
) -> sqlx::Result<Option<Grant>> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} FROM grants WHERE code_hash = $1"));
    let row = sqlx::query(statement)
        .bind(ids::hash(code))
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(Grant::read).transpose()
}

/// Returns the consent of a refresh token, and whether the token was used.
pub(super) async fn of_refresh_token(
    connection: &mut AnyConnection,
    token: &str,
) -> sqlx::Result<Option<(Grant, bool)>> {
    let statement = format!(
        "{COLUMNS}, used FROM grants JOIN refresh_tokens ON refresh_tokens.grant_id = grants.id \
         WHERE refresh_tokens.hash = $1",
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(ids::hash(token))
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((
        Grant::read(&row)?,
        row.try_get::<Option<i64>, _>(11)?.is_some(),
    )))
}

/// Uses up a code. Returns whether it was the first use; of two at the same time, only one is.
pub(super) async fn use_code(connection: &mut AnyConnection, id: &str) -> sqlx::Result<bool> {
    let query = sqlx::query("UPDATE grants SET code_used = $2 WHERE id = $1 AND code_used IS NULL");
    let done = query
        .bind(id.to_owned())
        .bind(now())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Uses up a refresh token. Returns whether it was the first use; of two at the same time, only one
/// is.
pub(super) async fn use_refresh_token(
    connection: &mut AnyConnection,
    token: &str,
) -> sqlx::Result<bool> {
    let query = sqlx::query("UPDATE refresh_tokens SET used = $2 WHERE hash = $1 AND used IS NULL");
    let done = query
        .bind(ids::hash(token))
        .bind(now())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns the next refresh token of a consent.
pub(super) async fn next_refresh_token(
    connection: &mut AnyConnection,
    id: &str,
) -> sqlx::Result<String> {
    let token = ids::secret("mpr");
    sqlx::query("INSERT INTO refresh_tokens (hash, grant_id) VALUES ($1, $2)")
        .bind(ids::hash(&token))
        .bind(id.to_owned())
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE grants SET expires = $2 WHERE id = $1")
        .bind(id.to_owned())
        .bind(now() + REFRESH_TOKEN)
        .execute(connection)
        .await?;
    Ok(token)
}

/// Revokes everything issued for a consent, and stores that until its last token has expired.
pub(super) async fn revoke(connection: &mut AnyConnection, id: &str) -> sqlx::Result<()> {
    sqlx::query("UPDATE grants SET revoked = $2 WHERE id = $1 AND revoked IS NULL")
        .bind(id.to_owned())
        .bind(now())
        .execute(connection)
        .await?;
    Ok(())
}
