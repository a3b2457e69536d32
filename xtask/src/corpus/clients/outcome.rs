//! What the judges hold against requests, and whether clients read what the mock has sent.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value;

use super::plan::Plan;
use super::same::same;

/// Something that must not happen unless it is confirmed.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// The name of the call.
    pub(super) call: String,
    /// The languages in which it happens.
    pub(super) languages: BTreeSet<&'static str>,
    /// Who says so: a judge, or `client` for what a client makes of an answer.
    pub(super) judge: String,
    /// What is wrong.
    pub(super) why: String,
}

/// Answers by what became of them.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Answers {
    /// Read, and the same when they are written again.
    pub(super) read: usize,
    /// Of those that openapi-core holds against the mock.
    pub(super) wrong: usize,
    /// The mock had none.
    pub(super) missing: usize,
}

/// What a document comes to.
pub(super) struct Found {
    /// Requests that arrived.
    pub(super) requests: usize,
    pub(super) answers: Answers,
    pub(super) problems: Vec<Problem>,
}

/// A line of the record of the judges.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Exchange {
    language: String,
    call: usize,
    refused: Vec<Refusal>,
    answer: Answer,
}

#[derive(Debug, Deserialize)]
struct Refusal {
    judge: String,
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    status: u16,
    media_type: Option<String>,
    /// In base64.
    body: String,
    /// The text of the body, where it is UTF-8.
    text: Option<String>,
    mock_fault: String,
    faults: Vec<String>,
}

/// What a driver reports of a call.
#[derive(Debug, Deserialize)]
struct Outcome {
    call: usize,
    #[serde(rename = "outcome")]
    kind: String,
    #[serde(default)]
    value: Value,
    message: Option<String>,
}

/// Compares the record of the judges with what the drivers report.
///
/// # Errors
/// When one of them is not as it is written.
pub(super) fn evaluate(
    plan: &Plan,
    record: &str,
    outcomes: &[(&'static str, String)],
) -> Result<Found> {
    let lines = record.lines().map(serde_json::from_str::<Exchange>);
    let exchanges: Vec<_> = lines.collect::<Result<_, _>>().context("in the record")?;
    let mut problems = Problems::default();
    let mut answers = Answers::default();
    for (language, text) in outcomes {
        let lines = text.lines().map(serde_json::from_str::<Outcome>);
        let found: Vec<_> = lines.collect::<Result<_, _>>().context("in the outcomes")?;
        for (index, call) in plan.calls.iter().enumerate() {
            let mut add = |judge: &str, why: String| problems.add(language, &call.name, judge, why);
            let Some(outcome) = found.iter().find(|outcome| outcome.call == index) else {
                add("client", "no outcome was reported".to_owned());
                continue;
            };
            let mut sent = exchanges.iter();
            let sent = sent.find(|one| one.call == index && one.language == *language);
            let Some(sent) = sent else {
                add("client", format!("not sent: {}", said(outcome)));
                continue;
            };
            for refusal in &sent.refused {
                add(&refusal.judge, refusal.why.clone());
            }
            match judged(sent, outcome) {
                Judged::Read => answers.read += 1,
                Judged::Wrong => answers.wrong += 1,
                Judged::Missing => answers.missing += 1,
                Judged::Problem(why) => add("client", why),
            }
        }
    }
    Ok(Found {
        requests: exchanges.len(),
        answers,
        problems: problems.list(),
    })
}

fn said(outcome: &Outcome) -> String {
    let message = outcome.message.as_deref().unwrap_or_default();
    format!("{}: {message}", outcome.kind)
}

enum Judged {
    Read,
    Wrong,
    Missing,
    Problem(String),
}

/// What became of an answer.
fn judged(sent: &Exchange, outcome: &Outcome) -> Judged {
    let answer = &sent.answer;
    let is_broken = matches!(outcome.kind.as_str(), "crash" | "transport" | "timeout");
    if is_broken {
        return Judged::Problem(said(outcome));
    }
    if !answer.mock_fault.is_empty() || !sent.refused.is_empty() {
        return Judged::Missing;
    }
    if !answer.faults.is_empty() {
        return Judged::Wrong;
    }
    let wanted = if answer.status / 100 == 2 {
        "value"
    } else {
        "error"
    };
    if outcome.kind != wanted {
        return Judged::Problem(format!("status {}: {}", answer.status, said(outcome)));
    }
    if is_same(answer, &outcome.value) {
        Judged::Read
    } else {
        Judged::Problem(format!(
            "status {}: written again as {}",
            answer.status, outcome.value
        ))
    }
}

/// Whether a client has read what was sent.
fn is_same(answer: &Answer, value: &Value) -> bool {
    let media_type = answer.media_type.as_deref().unwrap_or_default();
    if answer.body.is_empty() {
        return value.is_null() || value.as_str() == Some("");
    }
    let text = answer.text.as_deref();
    if spec::model::is_json(media_type) {
        let sent = text.and_then(|text| serde_json::from_str::<Value>(text).ok());
        return sent.is_some_and(|sent| same(&sent, value));
    }
    if value.get("items").is_some() {
        // The items of a stream: that they were read is what counts.
        return true;
    }
    // A client gives text or, as base64, bytes.
    value
        .as_str()
        .is_some_and(|value| Some(value) == text || value == answer.body)
}

/// Problems, each once for all languages.
#[derive(Default)]
struct Problems(BTreeMap<(String, String, String), BTreeSet<&'static str>>);

impl Problems {
    fn add(&mut self, language: &'static str, call: &str, judge: &str, why: String) {
        let key = (call.to_owned(), judge.to_owned(), why);
        self.0.entry(key).or_default().insert(language);
    }

    fn list(self) -> Vec<Problem> {
        let list = self
            .0
            .into_iter()
            .map(|((call, judge, why), languages)| Problem {
                call,
                languages,
                judge,
                why,
            });
        list.collect()
    }
}
