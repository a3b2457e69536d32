//! Measures the memory for storing and reporting very many usage records.

use std::time::Instant;

use super::child::Child;
use super::client::{connect, exchange, submission};

/// The maximum number of records in a submission.
const BATCH: usize = 25;
const CONNECTIONS: usize = 8;

/// Submits this many records and requests the report.
pub async fn measure(database: &str, records: usize) -> anyhow::Result<()> {
    let sandbox = Child::sandbox(database).await?;
    let org = sandbox.variable("MARKETPLACE_ORG_ID")?.to_owned();
    let path = format!("/org/{org}/entitlement/ent-0d81f7/usageRecordGroup");
    let token = sandbox.token().await?;
    let started = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (address, path, token) = (sandbox.address.clone(), path.clone(), token.clone());
        tasks.spawn(async move {
            let mut connection = connect(&address).await?;
            for _ in 0..records / BATCH / CONNECTIONS {
                let request = submission(&address, &path, &token, BATCH)?;
                exchange(&mut connection, request).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    let submitted = started.elapsed();
    let written = sandbox.peak_memory()?;
    let started = Instant::now();
    let report = hyper::Request::builder()
        .uri(format!(
            "/org/{org}/usageRecordReport?entitlementId=ent-0d81f7&limit=1&offset=2"
        ))
        .header(hyper::header::HOST, &sandbox.address)
        .header(hyper::header::AUTHORIZATION, format!("Bearer {token}"))
        .body(http_body_util::Full::default())?;
    let report = exchange(&mut connect(&sandbox.address).await?, report).await?;
    println!(
        "\n{records} usage records, {BATCH} a request: submitted in {:.0} s, peak memory {written} \
         MiB; their report of {} KiB read in {:.0} ms, peak memory {} MiB",
        submitted.as_secs_f64(),
        report.len() / 1024,
        started.elapsed().as_secs_f64() * 1000.0,
        sandbox.peak_memory()?,
    );
    Ok(())
}
