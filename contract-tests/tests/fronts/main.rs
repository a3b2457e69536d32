//! An intermediary in front of a deployment does not change the verdict: a gateway that rejects
//! requests that come too soon, one with a private certificate authority that requests a client
//! certificate, and one that requires a header field. The program is called as users call it.

#[path = "../faulty/deployment.rs"]
mod deployment;
#[expect(dead_code, reason = "the deployments with faults use more of it")]
#[path = "../faulty/fault.rs"]
mod fault;
#[expect(dead_code, reason = "the deployments with faults use more of it")]
#[path = "../faulty/message.rs"]
mod message;
#[path = "../faulty/proxy.rs"]
mod proxy;

mod front;
mod lines;
mod run;
mod tls;

use front::{Busy, Guarded, Open};
use run::{Verdict, check};

/// Returns the verdict on a deployment without an intermediary.
async fn plain(is_faulty: bool) -> Verdict {
    check(Open { is_faulty }, &[]).await
}

fn assert_same(plain: &Verdict, behind: &Verdict) {
    assert_eq!(plain.findings, behind.findings, "{}", behind.shown);
    assert_eq!(plain.code, behind.code, "{}", behind.shown);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_front_that_refuses_every_third_request_changes_nothing() {
    for (is_faulty, rate) in [(false, &[][..]), (true, &["--rate-limit", "auto"])] {
        let plain = plain(is_faulty).await;
        assert_eq!(plain.code, Some(i32::from(is_faulty)), "{}", plain.shown);
        let busy = check(Busy::before(Open { is_faulty }), rate).await;
        assert_same(&plain, &busy);
        let is_told = busy.notes.iter().any(|note| note.contains("with 429"));
        assert!(is_told, "{:?}", busy.notes);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_front_that_asks_for_a_header_changes_nothing() {
    let plain = plain(true).await;
    let guarded = || Guarded::before(Open { is_faulty: true });
    let header = ["--header", "X-Front: env:FRONT_WORD"];
    let behind = check(guarded(), &header).await;
    assert_same(&plain, &behind);
    assert!(!behind.shown.contains(front::WORD), "{}", behind.shown);
    // Without it, the deployment is not reachable.
    let outside = check(guarded(), &[]).await;
    assert_ne!(outside.findings, plain.findings);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_front_with_an_authority_of_its_own_that_asks_for_a_certificate_changes_nothing() {
    let plain = plain(true).await;
    let behind = run::check_by_tls(Open { is_faulty: true }, &tls::FLAGS.map(tls::path)).await;
    assert_same(&plain, &behind);
    // The deployment is not reachable without the authority or without the certificate.
    for flags in [&[][..], &tls::FLAGS[..2]] {
        let flags: Vec<_> = flags.iter().copied().map(tls::path).collect();
        let outside = run::check_by_tls(Open { is_faulty: true }, &flags).await;
        assert_eq!(outside.code, Some(3), "{}", outside.shown);
    }
}
