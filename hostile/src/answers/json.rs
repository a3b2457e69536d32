//! JSON texts that are hostile, alone or as a value in a good one.

use fastrand::Rng;
use serde_json::Value;

use super::Piece;
use super::lists::{ADDRESSES, AMOUNTS};

/// A text that no answer has, in whose place a hostile value is inserted.
const MARK: &str = "@@here@@";

/// Short values.
const VALUES: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "0",
    "-0",
    "-0.0",
    "1.0",
    "1E400",
    "-1e400",
    "1e-400",
    "1e999999999",
    "1e-999999999",
    "123456789012345678901234567890",
    "0.1000000000000000055511151231257827021181583404541015625",
    "NaN",
    "Infinity",
    "-",
    "01",
    ".5",
    "0x1",
    "'a'",
    "undefined",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\u0000\"",
    "\"\\uD83D\\uDE00\"",
    "\"\\u12\"",
    "\"\\x\"",
    "\"\n\"",
    "\"\u{0}\"",
    "\"\u{1b}[31m\u{202e}\"",
    "\"unfinished",
    "{\"a\":1,\"a\":2}",
    "{\"id\":\"a\",\"id\":null,\"id\":{}}",
    "{\"__proto__\":{\"polluted\":1},\"constructor\":{\"prototype\":{\"polluted\":1}}}",
    "{\"\":{\"\":{\"\":1}}}",
    "{\"a\":1,}",
    "[1,]",
    "[1 2]",
    "\"9999-12-31T23:59:60Z\"",
    "\"0000-00-00\"",
    "\"-0001-01-01\"",
    "\"2026-02-30\"",
    "\"1e999999999\"",
    "\"{authorization}\"",
    "/* a */ 1",
];

/// Returns a hostile value, as pieces.
fn value(rng: &mut Rng) -> Vec<Piece> {
    let text = |text: &str| Piece::Text(text.to_owned());
    let many = |text: &str, times| Piece::Repeat(text.to_owned(), times);
    let depth = *rng.choice(&[64, 130, 1000, 20_000, 100_000]).unwrap_or(&64);
    let count = *rng.choice(&[1000, 50_000, 1_000_000]).unwrap_or(&1000);
    match rng.u8(0..20) {
        0 => vec![many("[", depth), many("]", depth)],
        1 => vec![many("{\"a\":", depth), text("1"), many("}", depth)],
        2 => vec![many("[", depth)],
        3 => vec![many("{\"branches\":[", depth)],
        4 => {
            let tree = "{\"name\":\"a\",\"branches\":[";
            vec![many(tree, depth), many("]}", depth)]
        }
        5 => vec![text("["), many("[],", count), text("1]")],
        6 => vec![text("["), many("{},", count), text("{}]")],
        7 => vec![text("{"), many("\"a\":1,", count), text("\"a\":1}")],
        8 => vec![text("{"), keys(count.min(200_000)), text("\"a\":1}")],
        9 => vec![many("9", count)],
        10 => vec![text("1e"), many("9", count)],
        11 => vec![text("0."), many("0", count), text("1")],
        12 => vec![text("\""), many("\\u0000", count), text("\"")],
        13 => vec![text("\""), many("a", 9 << 20), text("\"")],
        14 => vec![text("\""), many("\u{1f600}", count), text("\"")],
        15 => vec![Piece::Bytes(vec![
            b'"', 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, b'"',
        ])],
        16 => {
            let address = rng.choice(ADDRESSES).unwrap_or(&"");
            vec![Piece::Text(format!("\"{}\"", escaped(address)))]
        }
        17 => vec![text(rng.choice(AMOUNTS).unwrap_or(&""))],
        _ => vec![text(rng.choice(VALUES).unwrap_or(&""))],
    }
}

/// Returns many properties with different names.
fn keys(count: usize) -> Piece {
    let names = (0..count).map(|number| format!("\"k{number:x}\":0,"));
    Piece::Text(names.collect())
}

/// Returns a text as it is written in JSON, without quotes.
pub(super) fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// Returns a JSON text with a hostile value instead of one of its values, or in addition.
pub(super) fn changed(good: &str, rng: &mut Rng) -> Vec<Piece> {
    let Ok(mut tree) = serde_json::from_str::<Value>(good) else {
        return value(rng);
    };
    let mut pointers = vec![String::new()];
    collect(&tree, &mut String::new(), &mut pointers);
    let pointer = rng.choice(&pointers).cloned().unwrap_or_default();
    if let Some(place) = tree.pointer_mut(&pointer) {
        match place {
            Value::Object(members) if rng.bool() => {
                members.insert("added".to_owned(), Value::from(MARK));
            }
            Value::Array(items) if rng.bool() => items.push(Value::from(MARK)),
            place => *place = Value::from(MARK),
        }
    }
    let text = tree.to_string();
    let mark = format!("\"{MARK}\"");
    let (before, after) = text.split_once(&mark).unwrap_or((&text, ""));
    let mut pieces = vec![Piece::Text(before.to_owned())];
    pieces.extend(value(rng));
    pieces.push(Piece::Text(after.to_owned()));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    pieces
}

fn collect(tree: &Value, at: &mut String, pointers: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match tree {
        Value::Object(members) => members
            .iter()
            .map(|(name, one)| (name.clone(), one))
            .collect(),
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered
                .map(|(number, one)| (number.to_string(), one))
                .collect()
        }
        _ => return,
    };
    for (name, child) in children {
        let length = at.len();
        at.push('/');
        at.push_str(&name);
        pointers.push(at.clone());
        collect(child, at, pointers);
        at.truncate(length);
    }
}
