//! A cache of reads, for a database that only this process writes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Dialect, Store};

/// How long a cached result is valid at most. A change whose client disconnected before the commit
/// takes effect no later than that.
const FRESH: Duration = Duration::from_secs(1);

/// The maximum number of results that are cached; when there are more, all are dropped.
const MOST: usize = 10_000;

/// Cached results of the database, by query. Each is valid until the next call of
/// [`Store::forget`]. With PostgreSQL, which other instances may also change, nothing is cached.
#[derive(Debug)]
pub struct Recent<T> {
    changes: Option<Arc<AtomicU64>>,
    answers: Arc<Mutex<HashMap<String, Answer<T>>>>,
}

#[derive(Debug)]
struct Answer<T> {
    /// The number of changes before the query.
    changes: u64,
    since: Instant,
    value: T,
}

impl<T: Clone> Recent<T> {
    /// Creates a cache for a database.
    #[must_use]
    pub fn of(store: &Store) -> Self {
        Self::counting(store.dialect(), &store.changes)
    }

    pub(super) fn counting(dialect: Dialect, changes: &Arc<AtomicU64>) -> Self {
        let is_alone = dialect == Dialect::Sqlite;
        Self {
            changes: is_alone.then(|| Arc::clone(changes)),
            answers: Arc::default(),
        }
    }

    /// Returns the cached result, or queries the database. Failures are not cached.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn get_or_read(
        &self,
        asked: &str,
        read: impl Future<Output = sqlx::Result<T>>,
    ) -> sqlx::Result<T> {
        let Some(changes) = &self.changes else {
            return read.await;
        };
        // Read before the query, so that a change in the meantime invalidates the result.
        let changes = changes.load(Ordering::SeqCst);
        if let Some(value) = self.cached(asked, changes) {
            return Ok(value);
        }
        let since = Instant::now();
        let value = read.await?;
        let answer = Answer {
            changes,
            since,
            value: value.clone(),
        };
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= MOST {
            answers.clear();
        }
        answers.insert(asked.to_owned(), answer);
        Ok(value)
    }

    fn cached(&self, asked: &str, changes: u64) -> Option<T> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = answers.get(asked)?;
        let is_fresh = answer.changes == changes && answer.since.elapsed() < FRESH;
        is_fresh.then(|| answer.value.clone())
    }
}

/// Shares the cached results.
impl<T> Clone for Recent<T> {
    fn clone(&self) -> Self {
        Self {
            changes: self.changes.clone(),
            answers: Arc::clone(&self.answers),
        }
    }
}
