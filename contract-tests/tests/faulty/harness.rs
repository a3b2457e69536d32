//! Runs the harness against a faulty deployment.

use std::sync::Arc;
use std::time::Duration;

use conformance::run::run;
use conformance_checks::check::Check;
use conformance_core::description::Description;
use conformance_engine::credentials::Credentials;
use conformance_engine::filter::Filter;
use conformance_engine::profile::Profile;
use conformance_engine::session::{Session, Setup};
use conformance_engine::trace::Trace;
use conformance_report::model::Report;

use crate::deployment::Deployment;
use crate::fault::Fault;
use crate::groups::Layers;
use crate::scope::Scope;

/// Checks a deployment with faults.
pub(crate) async fn report(
    faults: &[Fault],
    description: Arc<Description>,
    scope: Scope,
    seed: u64,
) -> Report {
    run_harness(faults, description, scope, seed, Trace::default())
        .await
        .0
}

/// Runs the harness like [`report`], and also returns the session.
pub(crate) async fn run_harness(
    faults: &[Fault],
    description: Arc<Description>,
    scope: Scope,
    seed: u64,
    trace: Trace,
) -> (Report, Session) {
    let layers = faults.iter().map(Fault::layer).collect();
    let deployment = Deployment::start(Box::new(Layers(layers))).await;
    let checks = scope.checks(faults);
    let mut setup = setup(&deployment, faults, description, &checks, seed);
    if !faults.iter().any(|fault| scope.has_plan(fault)) {
        without_plan(&mut setup);
    }
    setup.trace = trace;
    let session = setup.start().expect("a session");
    let report = run(&session, &[]).await.expect("a report");
    (report, session)
}

/// Sends a deployment the reads of a run, without a check, because some faults depend on earlier
/// valid requests.
pub(crate) async fn prime(deployment: &Deployment, fault: &Fault, description: Arc<Description>) {
    let fault = std::slice::from_ref(fault);
    let mut setup = setup(deployment, fault, description, &[], 0);
    without_plan(&mut setup);
    let session = setup.start().expect("a session");
    run(&session, &[]).await.expect("a report");
}

fn without_plan(setup: &mut Setup) {
    // No operation has this id.
    let nothing = Filter::Id(String::new());
    setup.profile.selection.operations.push(nothing);
}

fn setup(
    deployment: &Deployment,
    faults: &[Fault],
    description: Arc<Description>,
    checks: &[&'static Check],
    seed: u64,
) -> Setup {
    let variable = |name: &str| deployment.environment.get(name).cloned();
    let url = |name: &str| {
        variable(name)
            .expect("the sandbox says it")
            .parse()
            .expect("a URL")
    };
    let mut profile = Profile::new(url("MARKETPLACE_BASE_URL"));
    profile.auth_url = Some(url("MARKETPLACE_AUTH_URL"));
    profile
        .parameters
        .extend(variable("MARKETPLACE_ORG_ID").map(|org| ("orgId".to_owned(), org)));
    profile.cases = 2;
    profile.seed = seed;
    profile.shrinks = 20;
    profile.timeout = Duration::from_secs(20);
    profile.patience = Duration::from_secs(1);
    let credentials = Credentials::from_environment(description.service(), &variable);
    // The layer is a separate server, which repairs malformed messages.
    profile.risks.raw_sockets = faults.iter().any(|fault| fault.check == "framing-strict");
    let checks = checks.iter().map(|check| check.selected()).collect();
    let mut setup = Setup::new(description, profile, credentials, checks);
    for fault in faults {
        fault.prepare(&mut setup);
    }
    setup
}
