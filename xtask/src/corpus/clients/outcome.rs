//! Evaluates the validators' verdicts on requests, and whether clients read the mock's responses
//! correctly.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value;

use super::plan::Plan;
use super::same::same;

/// A problem, which fails the run unless it is confirmed.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// The name of the call.
    pub(super) call: String,
    /// The languages in which it happens.
    pub(super) languages: BTreeSet<&'static str>,
    /// Who reports it: a validator, or `client` for a response that a client misreads.
    pub(super) validator: String,
    /// What is wrong.
    pub(super) why: String,
}

/// The number of responses by result.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Answers {
    /// Read, and equal when they are written again.
    pub(super) read: usize,
    /// Read, but openapi-core considers the mock's response wrong.
    pub(super) wrong: usize,
    /// The mock gave no response.
    pub(super) missing: usize,
}

/// The results of a document.
pub(super) struct Found {
    /// The requests that arrived.
    pub(super) requests: usize,
    pub(super) answers: Answers,
    pub(super) problems: Vec<Problem>,
}

/// A line in the validators' record.
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
    validator: String,
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    status: u16,
    media_type: Option<String>,
    /// In base64.
    body: String,
    /// The text of the body, if it is UTF-8.
    text: Option<String>,
    mock_fault: String,
    faults: Vec<String>,
}

/// A driver's report on a call.
#[derive(Debug, Deserialize)]
struct Outcome {
    call: usize,
    #[serde(rename = "outcome")]
    kind: String,
    #[serde(default)]
    value: Value,
    message: Option<String>,
}

/// Compares the validators' record with the drivers' reports.
///
/// # Errors
/// Returns an error if one of them has an unexpected form.
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
            let mut add =
                |validator: &str, why: String| problems.add(language, &call.name, validator, why);
            let Some(outcome) = found.iter().find(|outcome| outcome.call == index) else {
                add("client", "no outcome was reported".to_owned());
                continue;
            };
            let mut sent = exchanges.iter();
            let sent = sent.find(|one| one.call == index && one.language == *language);
            let Some(sent) = sent else {
                add("client", format!("not sent: {}", description(outcome)));
                continue;
            };
            for refusal in &sent.refused {
                add(&refusal.validator, refusal.why.clone());
            }
            match verdict(sent, outcome) {
                Verdict::Read => answers.read += 1,
                Verdict::Wrong => answers.wrong += 1,
                Verdict::Missing => answers.missing += 1,
                Verdict::Problem(why) => add("client", why),
            }
        }
    }
    Ok(Found {
        requests: exchanges.len(),
        answers,
        problems: problems.list(),
    })
}

fn description(outcome: &Outcome) -> String {
    let message = outcome.message.as_deref().unwrap_or_default();
    format!("{}: {message}", outcome.kind)
}

enum Verdict {
    Read,
    Wrong,
    Missing,
    Problem(String),
}

/// Returns the result of a response.
fn verdict(sent: &Exchange, outcome: &Outcome) -> Verdict {
    let answer = &sent.answer;
    let is_broken = matches!(outcome.kind.as_str(), "crash" | "transport" | "timeout");
    if is_broken {
        return Verdict::Problem(description(outcome));
    }
    if !answer.mock_fault.is_empty() || !sent.refused.is_empty() {
        return Verdict::Missing;
    }
    if !answer.faults.is_empty() {
        return Verdict::Wrong;
    }
    let wanted = if answer.status / 100 == 2 {
        "value"
    } else {
        "error"
    };
    if outcome.kind != wanted {
        return Verdict::Problem(format!(
            "status {}: {}",
            answer.status,
            description(outcome)
        ));
    }
    if is_same(answer, &outcome.value) {
        Verdict::Read
    } else {
        Verdict::Problem(format!(
            "status {}: written again as {}",
            answer.status, outcome.value
        ))
    }
}

/// Returns whether a client has read exactly what was sent.
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
        // For the items of a stream, it is enough that they were read.
        return true;
    }
    // A client returns text or, as base64, bytes.
    value
        .as_str()
        .is_some_and(|value| Some(value) == text || value == answer.body)
}

/// Problems, each once for all languages.
#[derive(Default)]
struct Problems(BTreeMap<(String, String, String), BTreeSet<&'static str>>);

impl Problems {
    fn add(&mut self, language: &'static str, call: &str, validator: &str, why: String) {
        let key = (call.to_owned(), validator.to_owned(), why);
        self.0.entry(key).or_default().insert(language);
    }

    fn list(self) -> Vec<Problem> {
        let list = self
            .0
            .into_iter()
            .map(|((call, validator, why), languages)| Problem {
                call,
                languages,
                validator,
                why,
            });
        list.collect()
    }
}
