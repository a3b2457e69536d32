//! Chooses the response that the mock is asked for.

use serde_json::{Value, json};
use spec::model::{Operation, Status};

/// Returns one response for each call: every declared one, successes first, then the same again
/// with random values.
pub fn wanted(operation: &Operation, calls: usize) -> Vec<Value> {
    let statuses = operation.responses.iter().map(|response| response.status);
    let (good, bad): (Vec<_>, Vec<_>) = statuses.partition(|status| status.is_success());
    let codes: Vec<u16> = good
        .into_iter()
        .chain(bad)
        .filter_map(|one| code(operation, one))
        .collect();
    let all = [false, true]
        .into_iter()
        .flat_map(|drawn| codes.iter().map(move |code| (code, drawn)));
    let all: Vec<Value> = all
        .map(|(code, drawn)| json!({"code": code, "drawn": drawn}))
        .collect();
    let any = Value::Null;
    (0..calls)
        .map(|at| all.get(at % all.len().max(1)).unwrap_or(&any).clone())
        .collect()
}

/// Returns a status that only this response covers.
pub fn code(operation: &Operation, status: Status) -> Option<u16> {
    let is_declared = |code: u16| {
        let class = u8::try_from(code / 100).unwrap_or_default();
        let mut all = operation.responses.iter().map(|response| response.status);
        all.any(|other| {
            other == Status::Code(code)
                || status == Status::Default && other == Status::Range(class)
        })
    };
    let code = match status {
        Status::Code(code) => Some(code),
        Status::Range(class) => {
            let first = u16::from(class) * 100;
            (first + 20..first + 100).find(|code| !is_declared(*code))
        }
        Status::Default => (520..600).chain(420..500).find(|code| !is_declared(*code)),
    };
    code.filter(|code| *code >= 200)
}
