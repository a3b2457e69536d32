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
            let random: [u8; 8] = std::array::from_fn(|_| rand_byte());
            let schema = random.iter().fold("test_".to_owned(), |name, byte| format!("{name}{byte:02x}"));
            run(&server, format!("CREATE SCHEMA {schema}")).await;
            let separator = if server.contains('?') { '&' } else { '?' };
            let url = format!("{server}{separator}options=-csearch_path%3D{schema}");
            Database { url, schema: Some((server, schema)) }
        }
        Err(_) => Database { url: "sqlite::memory:".to_owned(), schema: None },
    }
}

impl Database {
    /// The address, for `Store::open`.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Drops the schema. By a thread with a runtime of its own: the test's may be ending.
impl Drop for Database {
    fn drop(&mut self) {
        let Some((server, schema)) = self.schema.take() else { return };
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a runtime")
                .block_on(run(&server, format!("DROP SCHEMA IF EXISTS {schema} CASCADE")));
        });
        dropping.join().expect("the schema is dropped");
    }
}

async fn run(server: &str, statement: String) {
    let mut connection = PgConnection::connect(server).await.expect("the PostgreSQL of the tests");
    connection.execute(AssertSqlSafe(statement)).await.expect("the statement");
}

fn rand_byte() -> u8 {
    let mut byte = [0];
    aws_lc_rs::rand::fill(&mut byte).expect("random bytes");
    byte[0]
}
