//! What tests stand on.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

/// A database of one test's own, gone when this is dropped.
#[derive(Debug)]
pub struct Database {
    url: String,
    /// The server, and the schema in it.
    schema: Option<(String, String)>,
}

/// A new, empty database: in memory, or a schema in the PostgreSQL of the environment variable
/// `SANDBOX_TEST_DATABASE` (`postgres://…`).
pub async fn database() -> Database {
    match std::env::var("SANDBOX_TEST_DATABASE") {
        Ok(server) => {
            let mut random = [0; 8];
            aws_lc_rs::rand::fill(&mut random).expect("random bytes");
            let schema = format!("test_{:016x}", u64::from_be_bytes(random));
            run(&server, format!("CREATE SCHEMA {schema}")).await;
            let separator = if server.contains('?') { '&' } else { '?' };
            let url = format!(
                "{server}{separator}options=-csearch_path%3D{schema}&application_name={schema}",
            );
            Database {
                url,
                schema: Some((server, schema)),
            }
        }
        Err(_) => Database {
            url: "sqlite::memory:".to_owned(),
            schema: None,
        },
    }
}

impl Database {
    /// The address, for `Store::open`.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Drops the schema. By a thread with a runtime of its own, for the test's may be ending; whoever
/// still has a transaction open there waits for this thread, so their connections are ended first.
impl Drop for Database {
    fn drop(&mut self) {
        let Some((server, schema)) = self.schema.take() else {
            return;
        };
        let end = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{schema}'",
        );
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.expect("a runtime").block_on(async {
                run(&server, end).await;
                run(&server, format!("DROP SCHEMA IF EXISTS {schema} CASCADE")).await;
            });
        });
        dropping.join().expect("the schema is dropped");
    }
}

async fn run(server: &str, statement: String) {
    let mut connection = PgConnection::connect(server)
        .await
        .expect("the PostgreSQL of the tests");
    connection
        .execute(AssertSqlSafe(statement))
        .await
        .expect("the statement");
}
