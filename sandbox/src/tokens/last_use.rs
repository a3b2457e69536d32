//! Records when API clients were last used, without delaying requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use types::ApiClient;
use types::runtime::DateTime;

use crate::failure::Failure;
use crate::store::Store;

/// How often the use of one client is recorded.
const EVERY: Duration = Duration::from_mins(1);

/// Records when API clients were last used.
#[derive(Debug, Clone)]
pub(super) struct LastUse {
    store: Store,
    noted: Arc<Mutex<HashMap<String, Instant>>>,
}

impl LastUse {
    pub(super) fn new(store: Store) -> Self {
        Self {
            store,
            noted: Arc::default(),
        }
    }

    /// Records a use, unless this process did within the last minute.
    pub(super) fn note(&self, org: &str, api_client: &str) {
        if !self.is_due(api_client) {
            return;
        }
        let (store, org, api_client) = (self.store.clone(), org.to_owned(), api_client.to_owned());
        tokio::spawn(async move {
            if let Err(error) = write(&store, &org, &api_client).await {
                tracing::warn!(
                    ?error,
                    api_client,
                    "the last use of an API client is not noted"
                );
            }
        });
    }

    fn is_due(&self, api_client: &str) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.get(api_client).is_some_and(|at| at.elapsed() < EVERY) {
            return false;
        }
        noted.retain(|_, at| at.elapsed() < EVERY);
        noted.insert(api_client.to_owned(), Instant::now());
        true
    }
}

async fn write(store: &Store, org: &str, api_client: &str) -> Result<(), Failure> {
    let Some(mut work) = store.change(org).await? else {
        return Ok(());
    };
    let Some(mut client) = work.get::<ApiClient>(api_client).await? else {
        return Ok(());
    };
    let before = client.last_use_time.as_ref().map(DateTime::instant);
    let recently = work.now() - SignedDuration::from_mins(1);
    // Another instance may have recorded it.
    if before.is_some_and(|before| before > recently) {
        return Ok(());
    }
    client.last_use_time = Some(DateTime::from(work.now()));
    work.update(&client).await?;
    Ok(work.commit().await?)
}
