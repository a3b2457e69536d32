//! Acknowledged records survive a `kill -9` exactly once.

mod support;

mod crash {
    pub mod process;
}

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sandbox::{CAST, Credentials};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use self::crash::process::Process;
use crate::support::{Database, Organization, Reply, database, database_file};

/// The number of groups that are submitted.
const GROUPS: usize = 10_000;
/// The number of connections that submit them.
const CONNECTIONS: usize = 8;

/// The state that the connections share.
struct Work {
    next: AtomicUsize,
    acknowledged: Mutex<BTreeSet<usize>>,
    /// The process, which one of the connections kills.
    process: Mutex<Option<Process>>,
    /// The number of acknowledgements after which it is killed.
    kill_after: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_what_was_acknowledged() {
    check(&database_file()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_keeps_what_was_acknowledged() {
    let database = database().await;
    // Without a server, the database would be lost with the process.
    if database.is_lasting() {
        check(&database).await;
    }
}

async fn check(database: &Database) {
    let process = Process::start(database.url()).await;
    let org = organization(&process);
    let entitlement = org.entitlement().await;
    // Somewhere in the middle; the message of a failure reports the exact number.
    let kill_after = GROUPS / 4 + usize::from(uuid::Uuid::new_v4().as_bytes()[0]) * GROUPS / 512;
    let work = Arc::new(Work {
        next: AtomicUsize::new(0),
        acknowledged: Mutex::default(),
        process: Mutex::new(Some(process)),
        kill_after,
    });
    all(&org, &entitlement, &work, submit_until_killed).await;
    let before = work.acknowledged.lock().await.clone();
    assert!(
        before.len() >= kill_after && before.len() < GROUPS,
        "killed in the middle"
    );

    let process = Process::start(database.url()).await;
    let org = organization(&process);
    work.next.store(0, Ordering::Relaxed);
    all(&org, &entitlement, &work, resubmit).await;
    check_report(&org, &entitlement).await;
    for id in before.iter().step_by(before.len() / 50) {
        let reply = submit(&org, &entitlement, *id).await;
        assert_eq!(
            reply.map(|reply| reply.status),
            Some(200),
            "{id}: known, killed after {kill_after}"
        );
    }
    check_report(&org, &entitlement).await;
}

fn organization(process: &Process) -> Organization {
    let key = Credentials::of(&CAST[0], 1).api_key;
    process.organization(CAST[0].org, &key)
}

/// Runs a task on all connections until it is done.
async fn all<F: Future<Output = ()> + Send + 'static>(
    org: &Organization,
    entitlement: &str,
    work: &Arc<Work>,
    what: fn(Organization, String, Arc<Work>) -> F,
) {
    let tasks = (0..CONNECTIONS)
        .map(|_| tokio::spawn(what(org.clone(), entitlement.to_owned(), Arc::clone(work))));
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("a connection does not panic");
    }
}

/// Submits until no response arrives.
async fn submit_until_killed(org: Organization, entitlement: String, work: Arc<Work>) {
    for _ in 0..GROUPS {
        let id = work.next.fetch_add(1, Ordering::Relaxed);
        if id >= GROUPS {
            return;
        }
        let Some(reply) = submit(&org, &entitlement, id).await else {
            return;
        };
        assert_eq!(reply.status, 201, "{}", reply.text);
        let mut acknowledged = work.acknowledged.lock().await;
        acknowledged.insert(id);
        if acknowledged.len() == work.kill_after {
            drop(work.process.lock().await.take());
        }
    }
}

/// Submits the groups that were not acknowledged, some of which may have been stored.
async fn resubmit(org: Organization, entitlement: String, work: Arc<Work>) {
    for _ in 0..GROUPS {
        let id = work.next.fetch_add(1, Ordering::Relaxed);
        if id >= GROUPS {
            return;
        }
        if work.acknowledged.lock().await.contains(&id) {
            continue;
        }
        let reply = submit(&org, &entitlement, id).await.expect("an answer");
        assert!(matches!(reply.status, 200 | 201), "{id}: {}", reply.text);
    }
}

/// Returns a different quantity for each ID, in millionths, so that mix-ups are noticed.
fn millionths(id: usize) -> usize {
    id * 37 + 1
}

async fn submit(org: &Organization, entitlement: &str, id: usize) -> Option<Reply> {
    let quantity = format!(
        "{}.{:06}",
        millionths(id) / 1_000_000,
        millionths(id) % 1_000_000
    );
    let body = json!({
        "id": format!("g-{id}"),
        "records": [{ "dimension": "calls", "quantity": quantity }],
    });
    let path = format!("/entitlement/{entitlement}/usageRecordGroup");
    let request = org
        .request("POST", &path)
        .header("content-type", "application/json");
    Reply::try_of(request.body(body.to_string())).await
}

/// Checks that every group is in the reports exactly once. Around midnight, there are two reports.
async fn check_report(org: &Organization, entitlement: &str) {
    let reports = org
        .all(&format!("/usageRecordReport?entitlementId={entitlement}"))
        .await;
    let groups = reports
        .iter()
        .flat_map(|report| report["usageRecordGroupIds"].as_array().expect("groups"));
    let mut found: Vec<&str> = groups.filter_map(Value::as_str).collect();
    let mut wanted: Vec<String> = (0..GROUPS).map(|id| format!("g-{id}")).collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    let total = |report: &Value| {
        let quantity = report["totals"][0]["quantity"]
            .as_str()
            .expect("a quantity");
        quantity.parse::<rust_decimal::Decimal>().expect("a number")
    };
    let sum: rust_decimal::Decimal = reports.iter().map(total).sum();
    let wanted: usize = (0..GROUPS).map(millionths).sum();
    let wanted = rust_decimal::Decimal::new(i64::try_from(wanted).expect("it fits"), 6);
    assert_eq!(sum, wanted);
    let listed = org
        .all(&format!("/entitlement/{entitlement}/usageRecordGroup"))
        .await;
    assert_eq!(listed.len(), GROUPS);
}
