//! Users who sign in.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use subtle::ConstantTimeEq as _;

use crate::ids;
use crate::store::Store;

/// A user of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The identifier, which is the `sub` of their tokens.
    pub id: String,
    /// Their organization.
    pub org: String,
    /// The name that they sign in with.
    pub email: String,
    /// Their name.
    pub name: String,
}

/// Stores a user; one with the same identifier is replaced. Only a fast hash of the password is
/// stored, so it must be a random secret, such as one from [`ids::secret`].
///
/// # Errors
/// Returns an error if the database fails, or another user has the email address.
pub async fn seed_user(
    connection: &mut AnyConnection,
    user: &User,
    password: &str,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO users (id, org_id, email, name, password_hash) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (id) DO UPDATE SET org_id = $2, email = $3, name = $4, password_hash = $5",
    )
    .bind(user.id.clone())
    .bind(user.org.clone())
    .bind(user.email.to_lowercase())
    .bind(user.name.clone())
    .bind(ids::hash(password))
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the user who signs in. A password is hashed and compared even if there is no such user.
pub(super) async fn sign_in(
    store: &Store,
    email: &str,
    password: &str,
) -> sqlx::Result<Option<User>> {
    let row =
        sqlx::query("SELECT id, org_id, email, name, password_hash FROM users WHERE email = $1")
            .bind(email.trim().to_lowercase().replace('\0', "\u{fffd}"))
            .fetch_optional(store.reads())
            .await?;
    let expected: Option<String> = row.as_ref().map(|row| row.try_get(4)).transpose()?;
    let given = ids::hash(password);
    // A hash has no letters beyond f.
    let expected = expected.unwrap_or_else(|| "x".repeat(given.len()));
    let equal: bool = given.as_bytes().ct_eq(expected.as_bytes()).into();
    row.filter(|_| equal).as_ref().map(read).transpose()
}

/// Returns the user of a session.
pub(super) async fn of_session(store: &Store, hash: &str, now: i64) -> sqlx::Result<Option<User>> {
    let row = sqlx::query(
        "SELECT users.id, org_id, email, name FROM users \
         JOIN sessions ON sessions.user_id = users.id WHERE hash = $1 AND expires > $2",
    )
    .bind(hash.to_owned())
    .bind(now)
    .fetch_optional(store.reads())
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> sqlx::Result<User> {
    Ok(User {
        id: row.try_get(0)?,
        org: row.try_get(1)?,
        email: row.try_get(2)?,
        name: row.try_get(3)?,
    })
}
