//! Checks a service: healthy, and with each of its faults.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use conformance::run::run;
use conformance_core::description::Description;
use conformance_engine::credentials::Credentials;
use conformance_engine::profile::Profile;
use conformance_engine::session::Setup;
use conformance_report::model::{Cell, Finding, Level, Report};

use crate::fault::Fault;
use crate::server::{Running, Service, start};

/// The number of seeds for a healthy service, unless `SERVICE_SEEDS` is set.
const SEEDS: u64 = 3;

/// A service, and the expected results of the harness.
pub(crate) struct Trial {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) prefix: &'static str,
    /// A TOML file of credentials; `None` for a service that requires none.
    pub(crate) credentials: Option<&'static str>,
    pub(crate) service: &'static (dyn Fn(Option<Fault>) -> Box<dyn Service> + Sync),
    /// The operations that create items.
    pub(crate) creations: &'static [&'static str],
    /// Operations that a run cannot make succeed.
    pub(crate) beyond: &'static [&'static str],
    pub(crate) cases: &'static [Case],
    /// Faults that no check finds yet. One that is found must be removed from the list.
    pub(crate) gaps: &'static [Fault],
}

/// A fault, and the id of the check that must find it.
pub(crate) struct Case(pub(crate) Fault, pub(crate) &'static str);

fn seeds() -> u64 {
    let seeds = std::env::var("SERVICE_SEEDS").ok();
    seeds.map_or(SEEDS, |seeds| {
        seeds.parse().expect("SERVICE_SEEDS is a number")
    })
}

impl Trial {
    /// Checks the healthy service: there are no findings, and nearly everything was tested.
    pub(crate) async fn healthy(&self) {
        for seed in 0..seeds() {
            let report = self.report(None, seed).await;
            let found = failing(&report);
            assert!(
                found.is_empty(),
                "{}, seed {seed}:\n{}",
                self.name,
                describe(&found)
            );
            self.assert_tried(&report);
        }
    }

    /// Checks that two runs with the same seed send the same requests to the same service.
    pub(crate) async fn steady(&self) {
        let (first, second) = loop {
            // Times in requests are near the full hour, which may pass between the two runs.
            let hour = conformance_core::values::this_hour();
            let mut runs = Vec::new();
            for _ in 0..2 {
                let (running, _) = self.checked(None, 7).await;
                let log = running.log.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push(log.requests());
            }
            if let (Some(second), Some(first), true) = (
                runs.pop(),
                runs.pop(),
                hour == conformance_core::values::this_hour(),
            ) {
                break (first, second);
            }
        };
        let only = |one: &[String], other: &[String]| {
            let mut left: Vec<String> = one.to_vec();
            for request in other {
                if let Some(at) = left.iter().position(|own| own == request) {
                    left.swap_remove(at);
                }
            }
            left.sort();
            left.join("\n    ").chars().take(4_000).collect::<String>()
        };
        assert!(first.len() > 200, "{}: {} requests", self.name, first.len());
        assert!(
            first == second,
            "{}:\n  only the first time:\n    {}\n  only the second time:\n    {}",
            self.name,
            only(&first, &second),
            only(&second, &first)
        );
    }

    /// Checks that a fault that disappears on repetition is not reported.
    pub(crate) async fn busy(&self) {
        let report = self.report(Some(Fault::Busy), 0).await;
        let found = failing(&report);
        assert!(found.is_empty(), "{}:\n{}", self.name, describe(&found));
        let statuses = &report.counts.statuses;
        assert!(!statuses.contains_key(&503), "{statuses:?}");
    }

    /// Checks that a response that is late once is not reported.
    pub(crate) async fn slow(&self) {
        let report = self.report(Some(Fault::Slow), 0).await;
        let found = failing(&report);
        assert!(found.is_empty(), "{}:\n{}", self.name, describe(&found));
        let is_told = report.notes.iter().any(|note| note.contains("in time"));
        assert!(is_told, "no request was late: {:?}", report.notes);
    }

    /// Checks that a service is not accused whose connections end at a bad moment.
    pub(crate) async fn recovers(&self, fault: Fault) {
        let report = self.report(Some(fault), 0).await;
        let found = failing(&report);
        assert!(found.is_empty(), "{}:\n{}", self.name, describe(&found));
        let is_told = report.notes.iter().any(|note| note.contains("were closed"));
        assert!(is_told, "it was never away: {:?}", report.notes);
    }

    /// Checks a server that closes the connection when it receives far too much.
    pub(crate) async fn hangs_up(&self) {
        let report = self.report(Some(Fault::HangsUp), 0).await;
        let found = failing(&report);
        assert!(found.is_empty(), "{}:\n{}", self.name, describe(&found));
        assert!(report.counts.failures > 0, "nothing was too large");
    }

    /// Checks that a fault is found, by these checks only.
    pub(crate) async fn only(&self, fault: Fault, checks: &[&str]) {
        let report = self.report(Some(fault), 0).await;
        let found = failing(&report);
        let (named, other): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|one| checks.contains(&&*one.check));
        assert!(!named.is_empty(), "{}: {fault:?} is not found", self.name);
        assert!(other.is_empty(), "{}:\n{}", self.name, describe(&other));
    }

    /// Checks that each fault is found by its check.
    pub(crate) async fn faulty(&self) {
        let mut missed = Vec::new();
        for Case(fault, check) in self.cases {
            let is_known = conformance_checks::all().any(|known| known.id == *check);
            assert!(is_known, "there is no check `{check}`");
            let report = self.report(Some(*fault), 0).await;
            let found = failing(&report);
            if !report
                .findings
                .iter()
                .any(|finding| finding.check == *check)
            {
                missed.push(format!(
                    "{} {fault:?} is not found by {check}, among answers {:?}; withheld {:?}:\n{}",
                    self.name,
                    report.counts.statuses,
                    report.withheld,
                    describe(&found)
                ));
            }
        }
        for fault in self.gaps {
            let report = self.report(Some(*fault), 0).await;
            let found = failing(&report);
            if !found.is_empty() {
                let told = describe(&found);
                missed.push(format!(
                    "{} {fault:?} is found after all:\n{told}",
                    self.name
                ));
            }
        }
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    }

    fn assert_tried(&self, report: &Report) {
        let succeeded = |statuses: &std::collections::BTreeMap<String, Cell>| {
            statuses.iter().any(|(status, cell)| {
                status.starts_with('2') && matches!(cell, Cell::Exercised { .. })
            })
        };
        // Actions on more than one item are left out.
        let withheld = |name: &str| {
            report
                .withheld
                .iter()
                .any(|one| one.whole && one.operation.as_deref() == Some(name))
        };
        let rows = report
            .coverage
            .iter()
            .filter(|row| !withheld(&row.operation) && !self.beyond.contains(&&*row.operation));
        let dull: BTreeSet<&str> = rows
            .filter(|row| !succeeded(&row.statuses))
            .map(|row| row.operation.as_str())
            .collect();
        assert!(
            dull.len() * 10 <= report.coverage.len(),
            "never 2xx: {dull:?}; not sent: {:#?}",
            report.withheld
        );
        for creation in self.creations {
            assert!(!dull.contains(creation), "{creation} never made anything");
        }
    }

    async fn report(&self, fault: Option<Fault>, seed: u64) -> Report {
        self.checked(fault, seed).await.1
    }

    /// Checks the service. Returns it and the findings.
    async fn checked(&self, fault: Option<Fault>, seed: u64) -> (Running, Report) {
        let service = (self.service)(fault);
        let running = start(self.description, self.prefix, fault, service).await;
        let mut profile = Profile::new(running.base_url.parse().expect("a URL"));
        // Names and IDs otherwise differ from run to run.
        "trial".clone_into(&mut profile.run);
        profile.cases = 2;
        // The HTTP library of the services accepts requests without a Host.
        profile.risks.raw_sockets = false;
        profile.seed = seed;
        profile.shrinks = 10;
        // Some responses never arrive, so the time limit is short.
        let seconds = match fault {
            Some(Fault::StallsOnMalformed) => 1,
            _ => 5,
        };
        profile.timeout = Duration::from_secs(seconds);
        profile.patience = Duration::from_millis(200);
        let description = Description::from_text("openapi.yaml", self.description);
        let description = Arc::new(description.expect("the description is sound"));
        let credentials = self
            .credentials
            .map(|text| Credentials::from_toml(text, &|_| None));
        let credentials = credentials
            .transpose()
            .expect("credentials")
            .unwrap_or_default();
        let checks = conformance_checks::selected(&profile.selection, &description);
        let setup = Setup::new(
            description,
            profile,
            credentials,
            checks.iter().map(|check| check.selected()).collect(),
        );
        let session = setup.start().expect("a session");
        let report = run(&session, &[]).await;
        (running, report.expect("a report"))
    }
}

fn failing(report: &Report) -> Vec<&Finding> {
    let all = report.findings.iter();
    all.filter(|one| matches!(one.level, Level::Violation | Level::Assumed))
        .collect()
}

fn describe(found: &[&Finding]) -> String {
    let lines = found.iter().map(|one| {
        let last = one
            .evidence
            .last()
            .map(|one| one.curl.clone())
            .unwrap_or_default();
        format!(
            "    {} ({}): {}\n        expected {}; got {}\n        {}",
            one.check,
            one.requirement,
            one.title,
            one.expected,
            one.actual,
            &last.chars().take(600).collect::<String>()
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}
