//! The harness on services that are not ours: each has a description of its own, other ways to
//! page, to authenticate and to say what is wrong. Healthy, nothing is found; each fault is found
//! by the check that is meant for it.

mod contract;
mod fault;
mod library;
mod server;
mod store;
mod trial;

#[tokio::test]
async fn nothing_is_found_in_library() {
    library::TRIAL.healthy().await;
}

#[tokio::test]
async fn faults_are_found_in_library() {
    library::TRIAL.faulty().await;
}
