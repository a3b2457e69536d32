//! Shrinks the requests that show a fault, by sending simpler ones.

use std::sync::Arc;

use serde_json::{Value, json};

use super::Unit;
use super::case::Case;
use conformance_core::exchange::Exchange;
use conformance_engine::event::Event;
use conformance_engine::event::FindingKey;
use conformance_engine::pool::Bindings;
use conformance_engine::session::Session;

/// Tries simpler inputs as long as they show the same fault, within the budget.
pub(super) async fn shrink(
    session: &Session,
    unit: &Unit,
    case: &Case,
    bindings: &Bindings,
    key: &FindingKey,
) {
    let mut left = session.profile.shrinks;
    let mut smallest = case.clone();
    let mut evidence: Option<Arc<Exchange>> = None;
    'smaller: loop {
        for simpler in simpler(&smallest) {
            if left == 0 || !session.may_go_on() {
                break 'smaller;
            }
            if !simpler.is_allowed(session, unit) {
                continue;
            }
            let Ok(builder) = simpler.prepare(session, unit, bindings, None) else {
                continue;
            };
            let Ok((request, purpose)) = builder.request().await else {
                continue;
            };
            left -= 1;
            let exchange = session.exchange(request, purpose).await;
            let same = session.faults(key.check, &exchange);
            if same.iter().any(|fault| fault.title == key.title) {
                smallest = simpler;
                evidence = Some(exchange);
                continue 'smaller;
            }
        }
        break;
    }
    let smaller = evidence.map(|exchange| {
        let faults = session.faults(key.check, &exchange);
        let fault = faults.into_iter().find(|fault| fault.title == key.title);
        (exchange, fault)
    });
    let key = key.clone();
    session.emit(&Event::Shrunk { key, smaller });
}

/// Returns cases that are one step simpler, the largest steps first.
fn simpler(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    for at in 0..case.parameters.len() {
        let mut less = case.clone();
        less.parameters.remove(at);
        all.push(less);
    }
    if let Some((media, body)) = &case.body {
        let with = |body| Case {
            body: Some((*media, body)),
            ..case.clone()
        };
        all.extend(simpler_values(body).into_iter().map(with));
    }
    for (at, (_, value)) in case.parameters.iter().enumerate() {
        for simpler in simpler_values(value) {
            let mut less = case.clone();
            less.parameters[at].1 = simpler;
            all.push(less);
        }
    }
    all
}

/// Returns values that are one step simpler: without a property, half of an array or text, a number
/// closer to zero.
fn simpler_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) => {
            let names: Vec<&String> = members.keys().collect();
            let removed = names.iter().map(|name| {
                let mut less = members.clone();
                less.remove(*name);
                Value::Object(less)
            });
            let inside = names.iter().flat_map(|name| {
                simpler_values(&members[*name]).into_iter().map(|simpler| {
                    let mut less = members.clone();
                    less.insert((*name).clone(), simpler);
                    Value::Object(less)
                })
            });
            removed.chain(inside).collect()
        }
        Value::Array(items) => {
            let halves = [&items[..items.len() / 2], &items[items.len() / 2..]];
            let halves = halves.into_iter().filter(|half| half.len() < items.len());
            let inside = items.iter().enumerate().flat_map(|(at, item)| {
                simpler_values(item).into_iter().map(move |simpler| {
                    let mut less = items.clone();
                    less[at] = simpler;
                    Value::Array(less)
                })
            });
            halves.map(|half| json!(half)).chain(inside).collect()
        }
        Value::String(text) if text.chars().count() > 1 => {
            let half: String = text.chars().take(text.chars().count() / 2).collect();
            vec![json!("a"), json!(half)]
        }
        Value::Number(number) => match number.as_i64() {
            Some(0) | None => Vec::new(),
            Some(number) => vec![json!(0), json!(number / 2)],
        },
        _ => Vec::new(),
    }
}
