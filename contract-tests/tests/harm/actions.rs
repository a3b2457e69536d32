//! Actions that affect more than an item of the run are only sent if the user allows them, and are
//! listed otherwise.

use crate::trap::{Outcome, Run};
use crate::traps::audit;

async fn checked(flags: &[&str]) -> (Vec<String>, bool, Outcome) {
    let service = audit::TRAP.start().await;
    let mut all = vec!["--cases", "1"];
    all.extend(flags);
    let run = Run::of(&audit::TRAP, &service.base_url, &all);
    let outcome = run.finish(&[]).await;
    let world = service.world();
    (world.acts().to_vec(), world.damage().is_empty(), outcome)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_left_out_is_listed_with_the_reason() {
    let (acts, is_whole, outcome) = checked(&[]).await;
    assert!(acts.is_empty() && is_whole, "{acts:?}");
    let withheld = outcome.list("withheld").join("\n");
    for operation in [
        "bulkDelete",
        "putSettings",
        "changeSettings",
        "adminReset",
        "purgeCache",
        "shutdown",
        "makeReport",
    ] {
        assert!(withheld.contains(operation), "{operation}: {withheld}");
    }
    assert!(withheld.contains("--allow-actions"), "{withheld}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_is_sent_that_is_named() {
    let (acts, _, outcome) = checked(&["--action", "adminReset"]).await;
    assert!(acts.contains(&"POST admin/reset".to_owned()), "{acts:?}");
    assert!(!acts.contains(&"POST shutdown".to_owned()), "{acts:?}");
    let withheld = outcome.list("withheld").join("\n");
    assert!(!withheld.contains("adminReset"), "{withheld}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_actions_are_sent_where_they_are_allowed() {
    let (acts, is_whole, _) =
        checked(&["--allow-actions", "--skip-operation", "path:/admin/*"]).await;
    assert!(acts.contains(&"POST shutdown".to_owned()), "{acts:?}");
    assert!(!acts.iter().any(|act| act.contains("admin")), "{acts:?}");
    assert!(!is_whole, "the settings were to be changed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_action_is_an_error() {
    let (_, _, outcome) = checked(&["--action", "adminRest"]).await;
    assert_eq!(outcome.output.status.code(), Some(2), "{}", outcome.shown());
    assert!(outcome.shown().contains("adminRest"), "{}", outcome.shown());
}
