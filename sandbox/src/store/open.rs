//! Opening a database.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, AssertSqlSafe, Executor as _, SqlSafeStr as _};

use super::{Dialect, Store};

/// The number of connections that read a SQLite file.
const READERS: u32 = 4;
/// The number of connections to PostgreSQL of each instance.
const CONNECTIONS: u32 = 16;

/// Migrations of the schema, each with its number. Lines are added and never changed.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (
        1,
        "resources",
        include_str!("../../migrations/0001_resources.sql"),
    ),
    (
        2,
        "tokens",
        include_str!("../../migrations/0002_tokens.sql"),
    ),
    (
        3,
        "deliveries",
        include_str!("../../migrations/0003_deliveries.sql"),
    ),
];

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The address has an unsupported scheme.
    #[error("`{0}` is not a database: use `sqlite::memory:`, `sqlite:FILE` or `postgres://…`")]
    UnknownScheme(String),
    /// It cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unreachable(#[from] sqlx::Error),
    /// Its schema cannot be migrated.
    #[error("the schema of the database cannot be brought up to date: {0}")]
    Schema(#[from] sqlx::migrate::MigrateError),
}

pub(super) async fn open(url: &str) -> Result<Store, OpenError> {
    sqlx::any::install_default_drivers();
    let scheme = url.split(':').next().unwrap_or_default();
    let store = match scheme {
        "sqlite" if url.contains(":memory:") => {
            // One connection: another one would see another, empty database.
            let pool = sqlite(url, 1).await?;
            Store::of(pool.clone(), pool, Dialect::Sqlite)
        }
        "sqlite" => {
            let created = with_parameter(url, "mode", "rwc");
            let writes = sqlite(&created, 1).await?;
            let reads = sqlite(&created, READERS).await?;
            Store::of(reads, writes, Dialect::Sqlite)
        }
        "postgres" | "postgresql" => {
            let pool = options(CONNECTIONS).connect(url).await?;
            Store::of(pool.clone(), pool, Dialect::Postgres)
        }
        // Only the scheme, because the rest may contain a password.
        _ => return Err(OpenError::UnknownScheme(scheme.to_owned())),
    };
    migrator().run(&store.writes).await?;
    Ok(store)
}

fn options(connections: u32) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(30))
        .test_before_acquire(false)
}

/// Opens SQLite with `synchronous = FULL`, so that acknowledged changes survive a crash of the
/// machine, and not only of the process.
async fn sqlite(url: &str, connections: u32) -> sqlx::Result<AnyPool> {
    options(connections)
        .min_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(|connection, _| {
            Box::pin(async move {
                connection
                    .execute(
                        "PRAGMA journal_mode = WAL;
                         PRAGMA synchronous = FULL;
                         PRAGMA busy_timeout = 10000;
                         PRAGMA foreign_keys = ON;",
                    )
                    .await?;
                Ok(())
            })
        })
        .connect(url)
        .await
}

fn with_parameter(url: &str, name: &str, value: &str) -> String {
    if url.contains(&format!("{name}=")) {
        return url.to_owned();
    }
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{name}={value}")
}

fn migrator() -> Migrator {
    let migration = |(version, description, sql): &(i64, &'static str, &'static str)| {
        let sql = AssertSqlSafe(*sql).into_sql_str();
        Migration::new(
            *version,
            Cow::Borrowed(description),
            MigrationType::Simple,
            sql,
            false,
        )
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect())
}
