//! The harness on services that are not ours: each has a description of its own, other ways to
//! page, to authenticate and to say what is wrong. Healthy, nothing is found; each fault is found
//! by the check that is meant for it.

mod again;
mod certificate;
mod command;
mod contract;
mod fault;
mod ledger;
mod library;
mod server;
mod shards;
mod store;
mod tenants;
mod tickets;
mod trial;

#[tokio::test]
async fn nothing_is_found_in_library() {
    library::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_library() {
    library::TRIAL.faulty().await;
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
