//! Findings as files: `findings/ID.json` of a report, `--replay FILE`, and the regressions that a
//! run begins with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use spec::model::Provenance;

use conformance_checks::check::Outcome;
use conformance_core::exchange::{Defect, Exchange, Failure, Host, Purpose, Request};
use conformance_core::intent::Intent;
use conformance_engine::guard::SAFE;
use conformance_engine::redact::MASK;
use conformance_engine::session::Session;

/// The version of the format.
const SCHEMA: &str = "conformance-finding/1";

/// A finding that can be sent again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    schema: String,
    /// The check.
    pub check: String,
    /// The operation.
    pub operation: Option<String>,
    /// What was wrong.
    pub title: String,
    /// The seed of the run's random choices.
    pub seed: u64,
    /// The requests, in the order in which they were sent.
    pub requests: Vec<Sent>,
}

/// A request, without its credential.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// Whether it went to the token host.
    token_host: bool,
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    /// The body, if it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The bytes of any other body, as base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    intent: Intent,
    operation: Option<String>,
    /// The identity whose credential it had; the current one is added again.
    identity: Option<String>,
    /// What was wrong with it.
    defect: Option<(String, String)>,
}

impl Replay {
    /// Returns a finding's requests, without credentials.
    #[must_use]
    pub fn of(session: &Session, check: &str, title: &str, evidence: &[Arc<Exchange>]) -> Self {
        let name = |id| session.description.operation(id).id.clone();
        let operation = evidence
            .last()
            .and_then(|one| one.purpose.operation)
            .map(name);
        Self {
            schema: SCHEMA.to_owned(),
            check: check.to_owned(),
            operation,
            title: session.redactor.text(title),
            seed: session.profile.seed,
            requests: evidence
                .iter()
                .map(|exchange| Sent::of(session, exchange))
                .collect(),
        }
    }

    /// Reads the file of a finding.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not the file of a finding.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        let replay: Self = serde_json::from_str(&text)
            .with_context(|| format!("{shown} is not a finding of a report"))?;
        ensure!(
            replay.schema == SCHEMA,
            "{shown} is of the form {}, not {SCHEMA}",
            replay.schema
        );
        Ok(replay)
    }

    /// Returns the findings of a run as files, by their paths in the report's folder.
    ///
    /// # Errors
    /// Returns an error if one cannot be written as JSON.
    pub fn files(session: &Session, ids: &[(String, String)]) -> Result<Vec<(String, String)>> {
        let state = session.state.lock();
        let mut files = Vec::new();
        for (id, title) in ids {
            let mut all = state.findings.iter();
            let found = all.find(|(key, _)| key.id(&session.description) == *id);
            let Some((key, found)) = found else { continue };
            let replay = Self::of(session, key.check, title, &found.evidence);
            let text = messages::json::pretty(&replay)?;
            files.push((format!("findings/{id}.json"), text));
        }
        Ok(files)
    }

    /// Returns the changing requests among the recorded ones, by method and target. Checks that
    /// send their own requests create new ones instead.
    #[must_use]
    pub fn changing(&self, session: &Session) -> Vec<(String, String)> {
        let mut checks = conformance_checks::of(session);
        let is_probe = |check: &&conformance_checks::check::Check| {
            check.id == self.check && check.run.probe().is_some()
        };
        if checks.find(is_probe).is_some() {
            return Vec::new();
        }
        let changing = self
            .requests
            .iter()
            .filter(|sent| !SAFE.contains(&sent.method.as_str()));
        changing
            .map(|sent| (sent.method.clone(), sent.target.clone()))
            .collect()
    }

    /// Sends the requests again and runs the check: a check of single exchanges examines each of
    /// them, a check that sends its own requests runs completely.
    ///
    /// # Errors
    /// Returns an error if the check or the operation does not exist any more.
    pub async fn send(&self, session: &Session) -> Result<()> {
        let mut checks = conformance_checks::of(session);
        let Some(check) = checks.find(|check| check.id == self.check) else {
            anyhow::bail!("there is no check {}", self.check);
        };
        if let Some(probe) = check.run.probe() {
            let mut outcome = Outcome::default();
            match probe(session, &mut outcome).await {
                Ok(()) => {}
                Err(stop) => outcome.stopped(stop),
            }
            session.record_outcome(check.named(), outcome);
            return Ok(());
        }
        for sent in &self.requests {
            sent.send(session).await?;
        }
        Ok(())
    }
}

/// Returns bytes as text, if they are not empty.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

impl Sent {
    fn of(session: &Session, exchange: &Exchange) -> Self {
        let request = &exchange.request;
        let purpose = &exchange.purpose;
        let clean = |text: &str| session.redactor.text(text);
        let headers = request.headers.iter();
        Self {
            token_host: request.host == Host::Token,
            method: request.method.clone(),
            target: clean(&request.target),
            headers: headers
                .map(|(name, value)| (name.clone(), session.redactor.header(name, value)))
                .collect(),
            text: request.body.as_deref().and_then(text).map(clean),
            body: request
                .body
                .as_ref()
                .filter(|body| text(body).is_none())
                .map(|body| STANDARD.encode(body)),
            intent: purpose.intent,
            operation: purpose
                .operation
                .map(|id| session.description.operation(id).id.clone()),
            identity: purpose.identity.as_deref().map(str::to_owned),
            defect: purpose
                .defect
                .as_ref()
                .map(|one| (one.at.clone(), one.what.clone())),
        }
    }

    async fn send(&self, session: &Session) -> Result<()> {
        let operation = self
            .operation
            .as_deref()
            .and_then(|id| session.description.find(id));
        let host = if self.token_host {
            Host::Token
        } else {
            Host::Resource
        };
        let mut headers: Vec<(String, String)> = Vec::new();
        for (name, value) in &self.headers {
            if name.eq_ignore_ascii_case("authorization") && value.contains(MASK) {
                if let Some(value) = self.credential(session).await {
                    headers.push((name.clone(), value));
                }
            } else {
                headers.push((name.clone(), value.clone()));
            }
        }
        let body = match (&self.text, &self.body) {
            (Some(text), _) => Some(text.clone().into_bytes()),
            (None, Some(text)) => Some(STANDARD.decode(text).context("a body is not base64")?),
            (None, None) => None,
        };
        let provenance = operation.map_or_else(Provenance::default, |id| {
            session.description.operation(id).provenance.clone()
        });
        let defect = self.defect.as_ref().map(|(at, what)| {
            Arc::new(Defect {
                at: at.clone(),
                what: what.clone(),
                span: None,
                provenance,
            })
        });
        let request = Request {
            host,
            method: self.method.clone(),
            target: self.target.clone(),
            headers,
            body: body.map(Into::into),
        };
        let purpose = Purpose {
            operation,
            intent: self.intent,
            defect,
            identity: self.identity.as_deref().map(Arc::from),
        };
        let exchange = session.send(request, purpose).await;
        if let Err(Failure::Withheld(why)) = &exchange.outcome {
            anyhow::bail!(
                "{} {} was not sent: {why}",
                self.method,
                exchange.request.path()
            );
        }
        Ok(())
    }

    async fn credential(&self, session: &Session) -> Option<String> {
        let name = self.identity.as_deref()?;
        let identity = session.identity(name).ok()?;
        if self.intent == Intent::LegacyCredential {
            return Some(format!("Key {}", identity.api_key.as_ref()?.reveal()));
        }
        session.bearer(name).await.ok()
    }
}

/// Returns the regressions of a folder: findings of earlier runs, in the order of their names.
/// Returns `None` if there is no such folder.
///
/// # Errors
/// Returns an error if the folder or a file in it cannot be read.
pub fn regressions(folder: &Path) -> Result<Option<Vec<Replay>>> {
    let told = || format!("cannot read the regressions {}", folder.display());
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        entries => entries.with_context(told)?,
    };
    let paths: std::io::Result<Vec<PathBuf>> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut paths = paths.with_context(told)?;
    paths.retain(|path| path.extension().is_some_and(|one| one == "json"));
    paths.sort();
    let all: Result<Vec<_>> = paths.iter().map(|path| Replay::read(path)).collect();
    all.map(Some)
}
