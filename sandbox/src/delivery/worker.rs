//! The worker, which claims deliveries and sends them.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::attempt::Sender;
use super::claim::{Job, claim, give_back};
use super::outcome::{Outcome, record};
use super::{Options, secrets};
use crate::ids;
use crate::store::Store;

/// How long to wait after the database has failed.
const RECOVERY: Duration = Duration::from_secs(1);

/// Sends deliveries until it is stopped; then running ones are completed or released. Any number of
/// workers can share a database or a process.
///
/// # Errors
/// Returns an error if the HTTP client cannot be created, because the machine has no trusted
/// certificates.
pub async fn run(
    store: Store,
    options: Options,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let worker = Worker {
        sender: Sender::new(&options)?,
        lease: ids::id("worker"),
        store,
        options,
    };
    let mut under_way = JoinSet::new();
    while !shutdown.is_cancelled() {
        let started = worker.start(&mut under_way).await;
        let wait = match started {
            Ok(0) => worker.options.poll,
            // Further deliveries of these entities may have become due in the meantime.
            Ok(_) if under_way.len() < worker.options.concurrency => continue,
            Ok(_) => worker.options.poll,
            Err(error) => {
                tracing::error!(%error, "the queue of deliveries cannot be read");
                RECOVERY
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = worker.store.queued() => {}
            Some(_) = under_way.join_next() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
    worker.stop(under_way).await;
    Ok(())
}

#[derive(Debug, Clone)]
struct Worker {
    sender: Sender,
    lease: String,
    store: Store,
    options: Options,
}

impl Worker {
    /// Starts as many deliveries as there is room for. Returns their number.
    async fn start(&self, under_way: &mut JoinSet<()>) -> sqlx::Result<usize> {
        while under_way.try_join_next().is_some() {}
        let room = self.options.concurrency.saturating_sub(under_way.len());
        if room == 0 {
            return Ok(0);
        }
        let jobs = claim(&self.store, &self.lease, &self.options, room).await?;
        let started = jobs.len();
        for job in jobs {
            let worker = self.clone();
            under_way.spawn(async move { worker.deliver(job).await });
        }
        Ok(started)
    }

    async fn deliver(&self, job: Job) {
        let status = match secrets::valid(&self.store, &job.org).await {
            Ok(secrets) => self.sender.send(&job, &secrets).await,
            // It is not the receiver's fault, so another worker continues when the lease ends.
            Err(error) => {
                tracing::error!(%error, delivery = job.id, "a delivery cannot be signed");
                return;
            }
        };
        self.options.stats.attempt();
        if let Err(error) = &status {
            let error = format!("{error:#}");
            tracing::debug!(
                org = job.org,
                delivery = job.id,
                error,
                "an attempt has failed"
            );
        }
        let outcome = Outcome::of(status.ok());
        if let Err(error) = record(&self.store, &self.lease, &job, outcome, &self.options).await {
            tracing::error!(%error, delivery = job.id, "an attempt cannot be recorded");
        }
    }

    async fn stop(self, mut under_way: JoinSet<()>) {
        let end = async { while under_way.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(self.options.patience, end).await;
        under_way.shutdown().await;
        if let Err(error) = give_back(&self.store, &self.lease).await {
            tracing::error!(%error, "deliveries cannot be given back; their leases end later");
        }
    }
}
