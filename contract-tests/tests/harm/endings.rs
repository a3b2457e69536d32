//! How a run ends if the deployment becomes unreachable, or if the user interrupts it.

use std::time::Duration;

use serde_json::json;

use crate::server::{Answer, Ask, Running};
use crate::trap::{Outcome, Run, Trap};
use crate::traps::{audit, jobs, open};
use crate::world::World;

/// The number of requests after which the service stops responding.
const ENOUGH: u64 = 60;

const HANGING: Trap = Trap {
    name: "hanging",
    flags: &["--timeout", "200ms"],
    answers: |world: &mut World, ask: &Ask| {
        if world.asked > ENOUGH {
            return Answer::Hangs;
        }
        (audit::TRAP.answers)(world, ask)
    },
    ..audit::TRAP
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_ends_where_the_deployment_hangs() {
    let service = HANGING.start().await;
    let run = Run::of(&HANGING, &service.base_url, &["--cases", "1"]);
    let outcome = run.finish(&[]).await;
    let shown = outcome.shown();
    assert_eq!(outcome.output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("unanswered"), "{shown}");
    let asked = service.world().asked;
    assert!(asked < ENOUGH + 100, "{asked} requests");
    assert_eq!(outcome.unlisted(&service.world()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_ends_where_the_deployment_is_gone() {
    let service = jobs::TRAP.start().await;
    let run = Run::of(&jobs::TRAP, &service.base_url, &["--cases", "1"]);
    let stop = async {
        while service.world().asked < ENOUGH {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        service.stop();
    };
    let (outcome, ()) = tokio::join!(run.finish(&[]), stop);
    assert_eq!(outcome.output.status.code(), Some(3), "{}", outcome.shown());
    let report = outcome.report.as_ref().expect("a report");
    let notes = report["notes"].to_string();
    assert!(notes.contains("last request"), "{notes}");
    assert_eq!(outcome.unlisted(&service.world()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_made_is_ended_after_an_interrupt() {
    let service = open::TRAP.start().await;
    let outcome = interrupted(&service, &[Duration::from_millis(20)]).await;
    let world = service.world();
    assert!(world.damage().is_empty(), "{}", world.verdict());
    assert!(outcome.report.is_some(), "{}", outcome.shown());
    assert_eq!(outcome.unlisted(&world), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_interrupt_ends_the_run_at_once() {
    let mut shown = String::new();
    // A run whose clean-up is shorter than the pause has already ended by itself.
    for pause in [20, 10, 5, 2].map(Duration::from_millis) {
        let service = open::TRAP.start().await;
        let outcome = interrupted(&service, &[Duration::from_millis(20), pause]).await;
        let world = service.world();
        assert!(world.damage().is_empty(), "{}", world.verdict());
        // Deleted one by one, or by their collection if the response to their creation was still
        // pending.
        shown = outcome.shown();
        for address in world.left() {
            let (collection, _) = address.rsplit_once('/').expect("an address");
            let unanswered = format!("`{collection}` was not answered");
            assert!(
                shown.contains(&address) || shown.contains(&unanswered),
                "{address} {shown}"
            );
        }
        if outcome.output.status.code() == Some(130) {
            return;
        }
    }
    panic!("no run was ended at once: {shown}");
}

/// Starts a run on a service, and interrupts it after each of the pauses.
async fn interrupted(service: &Running, pauses: &[Duration]) -> Outcome {
    let is_under_way = async {
        while service.world().asked < ENOUGH {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let run = Run::of(&open::TRAP, &service.base_url, &["--cases", "20"]);
    let run = run.with_credentials(&open::TRAP);
    run.finish_after(is_under_way, pauses).await
}

/// Items are recognized with and without a trailing slash, and clean-up gets additional time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cleaning_up_needs_no_time_of_the_run() {
    let service = crate::traps::pages::TRAP.start().await;
    let flags = ["--max-time", "500ms", "--cases", "20"];
    let run = Run::of(&crate::traps::pages::TRAP, &service.base_url, &flags);
    let outcome = run.finish(&[]).await;
    let world = service.world();
    assert_eq!(world.left(), Vec::<String>::new(), "{}", outcome.shown());
    assert_eq!(
        world.get("/pages/home"),
        Some(&json!({ "slug": "home", "title": "home" }))
    );
}

/// Errors of the command line are found before anything is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_that_cannot_be_written_costs_no_request() {
    let service = audit::TRAP.start().await;
    let run = Run::of(&audit::TRAP, &service.base_url, &["--cases", "1"]);
    std::fs::write(run.path("report"), "mine\n").expect("a file");
    let outcome = run.finish(&[]).await;
    assert_eq!(outcome.output.status.code(), Some(2), "{}", outcome.shown());
    assert!(
        outcome.shown().contains("report is a file"),
        "{}",
        outcome.shown()
    );
    assert_eq!(service.world().asked, 0);
    let text = std::fs::read_to_string(run.path("report"));
    assert_eq!(text.expect("it is there"), "mine\n");
}
