//! Evaluates the validators' verdicts on requests, and whether clients read the mock's responses
//! correctly.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::plan::Plan;
use super::same::same;
use super::seen;

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
    /// The arguments that a server has read, if it is ours.
    #[serde(default)]
    seen: Option<Map<String, Value>>,
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
    /// The items of a stream, or of a page of a list that is read to its end.
    #[serde(default)]
    items: Option<Vec<Value>>,
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
            let sent = exchanges.iter();
            let sent = sent.filter(|one| one.call == index && one.language == *language);
            // The pages of a list are several.
            let sent: Vec<_> = sent.collect();
            let Some(first) = sent.first() else {
                add("client", format!("not sent: {}", description(outcome)));
                continue;
            };
            for refusal in sent.iter().flat_map(|one| &one.refused) {
                add(&refusal.validator, refusal.why.clone());
            }
            for difference in first
                .seen
                .iter()
                .flat_map(|seen| seen::differences(call, seen))
            {
                add("server", difference);
            }
            match verdict(&sent, outcome) {
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

/// Returns the result of the responses to a call.
fn verdict(sent: &[&Exchange], outcome: &Outcome) -> Verdict {
    let Some(last) = sent.last() else {
        return Verdict::Missing;
    };
    let answer = &last.answer;
    let is_broken = matches!(outcome.kind.as_str(), "crash" | "transport" | "timeout");
    if is_broken {
        return Verdict::Problem(description(outcome));
    }
    let is_refused = sent.iter().any(|one| !one.refused.is_empty());
    if !answer.mock_fault.is_empty() || is_refused {
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
    let items = outcome.value.get("items").and_then(Value::as_array);
    let is_read = match items.zip(all_items(sent)) {
        Some((found, sent)) => {
            found.len() == sent.len()
                && found
                    .iter()
                    .zip(sent)
                    .all(|(found, sent)| same(found, sent))
        }
        None => is_same(answer, &outcome.value),
    };
    if is_read {
        return Verdict::Read;
    }
    let text = answer.text.as_deref().unwrap_or(&answer.body);
    Verdict::Problem(format!(
        "status {}: {text} was written again as {}",
        answer.status, outcome.value
    ))
}

/// Returns the items of all responses; `None` if one of them is not known to have any.
fn all_items<'e>(sent: &[&'e Exchange]) -> Option<Vec<&'e Value>> {
    let all = sent.iter().map(|one| one.answer.items.as_ref());
    Some(
        all.collect::<Option<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect(),
    )
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
        // For items that were not recorded, it is enough that they were read.
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Exchange, Outcome, Verdict, verdict};

    fn exchange(items: &Value) -> Exchange {
        let answer = json!({
            "status": 200, "mediaType": "application/jsonl", "body": "", "text": "…",
            "items": items, "mockFault": "", "faults": [],
        });
        let line = json!({"language": "go", "call": 0, "refused": [], "answer": answer});
        serde_json::from_value(line).expect("an exchange")
    }

    #[test]
    fn items_are_those_of_all_responses() {
        let sent = [exchange(&json!([1, 2])), exchange(&json!([3]))];
        let sent: Vec<_> = sent.iter().collect();
        let is_read = |items: Value| {
            let outcome = json!({"call": 0, "outcome": "value", "value": {"items": items}});
            let outcome: Outcome = serde_json::from_value(outcome).expect("an outcome");
            matches!(verdict(&sent, &outcome), Verdict::Read)
        };
        assert!(is_read(json!([1.0, 2, 3])));
        assert!(!is_read(json!([1, 2])));
        assert!(!is_read(json!([1, 2, 4])));
        assert!(!is_read(json!([1, 2, 3, 3])));
    }
}
