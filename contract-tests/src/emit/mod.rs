//! Writes findings as Rust tests (`--emit-tests`): each sends the requests that show the fault, and
//! asserts what the check asserts. A test creates the items that it works on and deletes them, and
//! contains no secret.
//!
//! [`Traffic`](slice::Traffic) follows each value of a request to the response that had it first,
//! so that a test begins with the requests that it needs; [`template`] replaces what is secret or
//! bound to one deployment; [`code`] writes Rust, and [`folder`] the files.

mod code;
mod condition;
mod folder;
mod names;
mod scenario;
mod slice;
mod template;
mod values;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

pub use self::folder::{TestFolder, Written};
use self::scenario::Scenario;
use self::slice::Traffic;
use conformance_core::service::Service;
use conformance_engine::run_state::Phase;
use conformance_engine::session::Session;
use conformance_report::model::Report;

/// Returns the shared file `support.rs`, with the environment variables of a service.
#[must_use]
pub fn support(service: &Service) -> String {
    let own = Service::embedded();
    let text = SUPPORT.replace(own.environment.as_str(), &service.environment);
    let quoted = |name: &Option<String>| format!("{:?}", name.as_deref().unwrap_or_default());
    text.replace(&quoted(&own.organization), &quoted(&service.organization))
}

/// The shared file `support.rs`.
pub const SUPPORT: &str = include_str!("support.rs");

/// The libraries that the tests depend on, as lines of `[dev-dependencies]`.
pub const LIBRARIES: &str = r#"base64 = "0.22"
httpdate = "1"
jsonschema = { version = "0.60", default-features = false }
percent-encoding = "2"
regex = "1"
reqwest = { version = "0.13", features = ["blocking"] }
serde_json = "1""#;

/// The findings of a run as tests.
#[derive(Debug, Default)]
pub struct Tests {
    /// The tests.
    pub files: Vec<Test>,
    /// Findings for which there is no test.
    pub left_out: Vec<LeftOut>,
    /// The shared file.
    pub support: String,
}

/// A finding as a test.
#[derive(Debug, Clone)]
pub struct Test {
    /// The check.
    pub check: String,
    /// The name of the module, and of the function in it.
    pub module: String,
    /// The text of the file.
    pub text: String,
}

/// A finding for which there is no test.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The check.
    pub check: String,
    /// What is wrong.
    pub title: String,
    /// Why there is no test.
    pub why: String,
}

/// Writes the findings of a run as tests.
///
/// # Errors
/// Returns an error if a written test is not valid Rust, which is a bug in this program.
pub fn tests(session: &Session, report: &Report) -> Result<Tests> {
    let state = session.state.lock();
    let is_clean_up = |phase: &&Phase| phase.name == "clean up";
    let clean_up = state.phases.iter().find(is_clean_up);
    let clean_up = clean_up.map_or(Duration::MAX, |phase| phase.at);
    let evidence: Vec<_> = state
        .findings
        .values()
        .flat_map(|found| found.evidence.iter().map(Arc::clone))
        .collect();
    let traffic = Traffic::of(session, &evidence, clean_up);
    let mut tests = Tests {
        support: support(session.description.service()),
        ..Tests::default()
    };
    for (key, found) in &state.findings {
        let id = key.id(&session.description);
        if !report.findings.iter().any(|finding| finding.id == id) {
            continue;
        }
        match traffic.scenario(&id, found) {
            Ok(scenario) => {
                let text = code::file(&scenario)?;
                tests.files.push(Test {
                    check: scenario.check.clone(),
                    module: module(&scenario),
                    text,
                });
            }
            Err(why) => tests.left_out.push(LeftOut {
                check: key.check.to_owned(),
                title: session.redactor.text(&key.title),
                why: session.redactor.text(&why),
            }),
        }
    }
    Ok(tests)
}

/// Returns the module of a test.
fn module(scenario: &Scenario) -> String {
    format!("{}_{}", names::snake(&scenario.check), scenario.id)
}
