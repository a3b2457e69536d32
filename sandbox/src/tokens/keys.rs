//! The keys in the database, with a cache in the process.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::key::{Key, KeyError, SigningAlgorithm};
use super::verified::Verified;
use super::{ACCESS_TOKEN_SECONDS, SECOND, now};
use crate::ids;
use crate::store::Store;

/// How long cached keys are used: a manually removed key is refused after that.
const FRESH: Duration = Duration::from_secs(5);

/// The time between two queries of the database for unknown keys.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a key is published after it has signed its last token: the lifetime of the token, and a
/// clock difference.
pub(super) const PUBLISHED: i64 = (ACCESS_TOKEN_SECONDS + 120) * SECOND;

/// The keys that sign access tokens.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    store: Store,
    memory: Arc<RwLock<Memory>>,
    /// The claims of tokens with verified signatures.
    pub(super) verified: Verified,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// The cached keys. They never change; only their set does.
#[derive(Debug, Default)]
struct Memory {
    keys: HashMap<String, Arc<Key>>,
    read: Option<Instant>,
}

impl Keys {
    pub(super) fn new(store: Store) -> Self {
        super::verifier::install();
        Self {
            store,
            memory: Arc::default(),
            verified: Verified::default(),
            turn: Arc::default(),
        }
    }

    /// Returns the key of a token.
    ///
    /// For an unknown key, the database is queried at most 20 times a second, so that invalid tokens
    /// do not flood it. Requests in between wait for the next query, because the key may be a new
    /// one of another instance.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<Arc<Key>>, KeyError> {
        let asked = Instant::now();
        let known = |least: Option<Instant>| {
            let (key, read) = self.remembered(kid);
            read.filter(|read| least.is_none_or(|least| *read >= least))
                .map(|_| key)
        };
        if let Some(key @ Some(_)) = known(asked.checked_sub(FRESH)) {
            return Ok(key);
        }
        let _turn = self.turn.lock().await;
        if let Some(key) = known(Some(asked)) {
            return Ok(key);
        }
        if let (_, Some(read)) = self.remembered(kid) {
            tokio::time::sleep_until((read + PAUSE).into()).await;
        }
        self.published().await?;
        Ok(self.remembered(kid).0)
    }

    /// Returns the keys that valid tokens may be signed with, newest first.
    pub(super) async fn published(&self) -> Result<Vec<Arc<Key>>, KeyError> {
        let reading = Instant::now();
        let rows = sqlx::query(
            "SELECT kid, alg, private_key FROM signing_keys \
             WHERE retired IS NULL OR retired > $1 ORDER BY created DESC, kid",
        )
        .bind(now() - PUBLISHED)
        .fetch_all(self.store.reads())
        .await?;
        let keys: Vec<_> = rows
            .iter()
            .map(|row| self.read(row))
            .collect::<Result<_, _>>()?;
        let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        memory.keys = keys
            .iter()
            .map(|key| (key.kid.clone(), Arc::clone(key)))
            .collect();
        memory.read = Some(reading);
        Ok(keys)
    }

    /// Returns the signing key. The first one is generated on demand.
    pub(super) async fn current(&self) -> Result<Arc<Key>, KeyError> {
        let row = sqlx::query(
            "SELECT kid, alg, private_key FROM signing_keys \
             WHERE retired IS NULL ORDER BY created DESC, kid LIMIT 1",
        )
        .fetch_optional(self.store.reads())
        .await?;
        match row {
            Some(row) => self.read(&row),
            None => self.rotate(SigningAlgorithm::default()).await,
        }
    }

    /// Creates a new signing key, and retires the others.
    pub(super) async fn rotate(&self, algorithm: SigningAlgorithm) -> Result<Arc<Key>, KeyError> {
        let kid = ids::id("key");
        let made = tokio::task::spawn_blocking(move || algorithm.generate()).await;
        let private_key = made
            .ok()
            .flatten()
            .ok_or_else(|| KeyError::Unusable(kid.clone()))?;
        let key = Arc::new(Key::read(&kid, algorithm.name(), &private_key)?);
        let mut tx = self.store.begin().await?;
        sqlx::query("UPDATE signing_keys SET retired = $1 WHERE retired IS NULL")
            .bind(now())
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO signing_keys (kid, alg, private_key, created) VALUES ($1, $2, $3, $4)",
        )
        .bind(kid.clone())
        .bind(algorithm.name())
        .bind(private_key)
        .bind(now())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        self.remember(&key);
        Ok(key)
    }

    fn read(&self, row: &AnyRow) -> Result<Arc<Key>, KeyError> {
        let (kid, algorithm): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if let (Some(key), _) = self.remembered(&kid) {
            return Ok(key);
        }
        let key = Arc::new(Key::read(&kid, &algorithm, &row.try_get::<String, _>(2)?)?);
        self.remember(&key);
        Ok(key)
    }

    fn remembered(&self, kid: &str) -> (Option<Arc<Key>>, Option<Instant>) {
        let memory = self.memory.read().unwrap_or_else(PoisonError::into_inner);
        (memory.keys.get(kid).cloned(), memory.read)
    }

    fn remember(&self, key: &Arc<Key>) {
        let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        memory.keys.insert(key.kid.clone(), Arc::clone(key));
    }
}
