//! A separate database for each test.

use std::path::{Path, PathBuf};

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use tempfile::TempDir;
use url::Url;

/// The `PostgreSQL` server to test with, instead of `SQLite`.
const VARIABLE: &str = "SANDBOX_TEST_DATABASE";

/// A database that no other test uses, and that is removed when dropped.
#[derive(Debug)]
pub struct Database {
    url: String,
    kept: Kept,
}

#[derive(Debug)]
enum Kept {
    Memory,
    Folder(TempDir),
    Schema { server: String, name: String },
}

impl Database {
    /// Returns the address with which the sandbox opens it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns whether it outlives the process that opened it.
    pub fn is_lasting(&self) -> bool {
        !matches!(self.kept, Kept::Memory)
    }
}

/// Returns a database in memory, or on `PostgreSQL` if a server is set.
pub async fn database() -> Database {
    match std::env::var(VARIABLE) {
        Ok(server) => schema(server).await,
        Err(_) => Database {
            url: "sqlite::memory:".to_owned(),
            kept: Kept::Memory,
        },
    }
}

/// Returns a database on `PostgreSQL`; `None`, after printing a message, if no server is set.
pub async fn postgres(name: &str) -> Option<Database> {
    match std::env::var(VARIABLE) {
        Ok(server) => Some(schema(server).await),
        Err(_) => not_tried(name),
    }
}

/// Like [`skipped`](super::foreign::skipped), but also in CI, which has a run for each kind of
/// database.
fn not_tried<T>(name: &str) -> Option<T> {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {VARIABLE} is not set");
    None
}

/// Returns a `SQLite` file.
pub fn database_file() -> Database {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    Database {
        url: format!("sqlite:{}", file(folder.path()).display()),
        kept: Kept::Folder(folder),
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("sandbox.db")
}

async fn schema(server: String) -> Database {
    let name = format!("test_{}", uuid::Uuid::new_v4().simple());
    run(&server, &format!("CREATE SCHEMA {name}")).await;
    let mut url = Url::parse(&server).expect("the variable holds a URL");
    url.query_pairs_mut()
        .append_pair("options[search_path]", &name)
        .append_pair("application_name", &name);
    Database {
        url: url.into(),
        kept: Kept::Schema { server, name },
    }
}

async fn run(server: &str, statement: &str) {
    let mut connection = PgConnection::connect(server)
        .await
        .expect("the server of the variable answers");
    let statement = sqlx::AssertSqlSafe(statement.to_owned());
    let done = sqlx::raw_sql(statement).execute(&mut connection).await;
    done.expect("the schema can be changed");
}

impl Drop for Database {
    /// In a separate thread, because the test's runtime cannot block here.
    fn drop(&mut self) {
        let Kept::Schema { server, name } = &self.kept else {
            return;
        };
        let server = server.clone();
        // The schema is dropped even if a test has left connections open.
        let statement = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = '{name}';
             SET lock_timeout = '5s'; DROP SCHEMA {name} CASCADE"
        );
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime
                .expect("a runtime")
                .block_on(run(&server, &statement));
        });
        // Leftovers of a failed test do not cause another failure.
        drop(thread.join());
    }
}
