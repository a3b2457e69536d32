//! The harness against services of other kinds. Each has a different description, and different
//! ways of pagination, authentication and error reporting. Healthy services have no findings, and
//! each fault is found by its check.

mod budget;
mod certificate;
mod command;
mod contract;
mod emitted;
mod events;
mod fault;
mod foreign;
mod later_runs;
mod ledger;
mod library;
mod reach;
mod server;
mod shards;
mod store;
mod streams;
mod styled;
mod tenants;
mod tickets;
mod trial;

use self::fault::Fault;

#[tokio::test]
async fn nothing_is_found_in_library() {
    library::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_library() {
    library::TRIAL.faulty().await;
}

#[tokio::test]
async fn nothing_is_found_where_faults_pass() {
    library::TRIAL.busy().await;
}

#[tokio::test]
async fn nothing_is_found_where_a_response_is_late_once() {
    library::TRIAL.slow().await;
}

#[tokio::test]
async fn nothing_is_found_where_a_service_is_started_again() {
    library::TRIAL.recovers(Fault::Restarts).await;
}

#[tokio::test]
async fn nothing_is_found_where_a_connection_ends_after_rejections() {
    library::TRIAL.recovers(Fault::Tired).await;
}

#[tokio::test]
async fn a_connection_that_ends_beneath_too_large_a_body_is_no_fault() {
    library::TRIAL.hangs_up().await;
}

#[tokio::test]
async fn a_lenient_service_is_not_accused_of_changes_by_refused_requests() {
    let allowed = ["violation-refused", "body-valid"];
    library::TRIAL.only(Fault::NoMinimum, &allowed).await;
}

#[tokio::test]
async fn a_read_that_violates_its_schema_is_one_finding() {
    library::TRIAL.only(Fault::Wrapped, &["body-valid"]).await;
}

#[tokio::test]
async fn nothing_is_found_in_tickets() {
    tickets::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_tickets() {
    tickets::TRIAL.faulty().await;
}

#[tokio::test]
async fn nothing_is_found_in_ledger() {
    ledger::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_ledger() {
    ledger::TRIAL.faulty().await;
}

#[tokio::test]
async fn nothing_is_found_in_tenants() {
    tenants::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_tenants() {
    tenants::TRIAL.faulty().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_ask_library_the_same() {
    library::TRIAL.steady().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_ask_tickets_the_same() {
    tickets::TRIAL.steady().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_ask_ledger_the_same() {
    ledger::TRIAL.steady().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_ask_tenants_the_same() {
    tenants::TRIAL.steady().await;
}
