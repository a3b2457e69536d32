//! The trees of JSON and YAML texts, compared with those of other parsers: `serde_json`, and
//! libyaml with the core schema.

use std::collections::HashSet;

use serde_json::Value;
use spec::{Budget, Code, Diagnostics, Documents};

use crate::{Fault, Reached};

/// The words of JSON and YAML.
pub(super) const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ": ",
    "\"",
    "'",
    "\n",
    "\n  ",
    "\n- ",
    "- ",
    "? ",
    "  ",
    "\t",
    "\r\n",
    "#",
    " # a\n",
    "a: b\n",
    "a: ",
    "\"a\": ",
    "\"a\"",
    "'a''b'",
    "null",
    "~",
    "true",
    "false",
    "True",
    "yes",
    "0",
    "-0",
    "1",
    "-1",
    "1.0",
    "1e3",
    "1E+3",
    "1e999",
    ".5",
    "5.",
    "+1",
    "012",
    "0o7",
    "0xF",
    "1_000",
    ".inf",
    "-.inf",
    ".nan",
    "9007199254740993",
    "18446744073709551616",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\n",
    "\\x41",
    "\\U0001F600",
    "\\/",
    "\\e",
    "|\n  a\n",
    "|-\n  a\n",
    "|+\n  a\n\n",
    ">\n  a\n  b\n",
    "|2\n    a\n",
    "&a ",
    "*a",
    "<<: *a\n",
    "!!str ",
    "!!int ",
    "!!float ",
    "!a ",
    "!<tag:yaml.org,2002:str> ",
    "--- ",
    "---\n",
    "...\n",
    "%YAML 1.2\n---\n",
    "{a: b}",
    "{a, b}",
    "[a, b]",
    "{? a : b}",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "é",
    "😀",
    "2001-12-14",
    "0:30",
    "a b",
    "a:b",
    "a #b",
    "- - a\n",
    "-\n",
    "? a\n: b\n",
    "\"\\\n  a\"",
    "@a",
    "`",
    "%",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "{\"a\": [1, 2.5, null, true, \"x\\u0041\"], \"b\": {}}",
        "a: [1, 2.5, ~, true, x]\nb: {}\n'c d': \"e\\tf\"\ng:\n- h: |\n    i\n    j\n- k: >-\n    l\n    m\n",
        "a: &x {b: c}\nd: *x\n",
        "- 0x1F\n- 0o17\n- 1e3\n- .inf\n- -0\n- 012\n- 1_000\n- yes\n- 2001-12-14\n",
        "? a\n: b\n? - c\n: d\n",
        "--- !!map\na: !!str 1\nb: !!int \"1\"\n...\n",
    ];
    let mut seeds: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    seeds.extend(WORDS.chunks(7).map(|words| words.concat().into_bytes()));
    seeds
}

pub(super) fn check(bytes: &[u8]) -> Result<Reached, Fault> {
    let json = read("input.json", bytes)?;
    let yaml = read("input.yaml", bytes)?;
    let reached = if json.value.is_some() || yaml.value.is_some() {
        Reached::Files
    } else {
        Reached::Diagnostics
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(reached);
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    compare_json(text, &json)?;
    compare_yaml(text, &yaml)?;
    // A JSON text is a YAML text with the same tree (YAML 1.2.2 §1.3).
    if let (Some(one), Some(other)) = (&json.value, &yaml.value)
        && !same(one, other)
    {
        return Err(Fault::new("JSON as YAML", format!("{one} is {other}")));
    }
    Ok(reached)
}

/// What our reader makes of a text.
struct Tree {
    /// The value, unless there are errors.
    value: Option<Value>,
    /// The codes of the errors.
    codes: Vec<Code>,
    /// The messages.
    told: String,
    /// Whether tags or merge keys were ignored, with a warning.
    ignores: bool,
}

fn read(name: &str, bytes: &[u8]) -> Result<Tree, Fault> {
    let mut diagnostics = Diagnostics::default();
    let budget = Budget::default();
    let documents = Documents::from_bytes(name, bytes.to_vec(), budget, &mut diagnostics);
    crate::check_spans(&diagnostics, &documents)?;
    let root = documents.main();
    let value = root.filter(|_| !diagnostics.has_errors());
    if value.is_none() && !diagnostics.has_errors() {
        return Err(Fault::new("tree", "neither a tree nor an error"));
    }
    let errors = diagnostics
        .iter()
        .filter(|one| one.severity == spec::Severity::Error);
    Ok(Tree {
        value: value.map(spec::document::Node::to_json),
        codes: errors.clone().map(|one| one.code).collect(),
        ignores: diagnostics
            .iter()
            .any(|one| one.code == Code::UnsupportedYaml),
        told: errors
            .map(|one| one.message.clone())
            .collect::<Vec<_>>()
            .join("; "),
    })
}

/// Compares a tree with that of `serde_json`.
fn compare_json(text: &str, own: &Tree) -> Result<(), Fault> {
    let other = serde_json::from_str::<Value>(text);
    match (&own.value, other) {
        (Some(one), Ok(other)) if !same(one, &other) => {
            let message = format!("{one} is {other} for serde_json: {text:?}");
            Err(Fault::new("JSON tree", message))
        }
        (None, Ok(_)) if own.codes == [Code::Syntax] => {
            let message = format!("{} in {text:?}, which serde_json reads", own.told);
            Err(Fault::new("JSON refused", message))
        }
        // Numbers that no float can hold keep their text; `serde_json` refuses them.
        (Some(one), Err(error)) if !error.to_string().contains("number out of range") => {
            let message = format!("{one}, which serde_json refuses: {error}: {text:?}");
            Err(Fault::new("JSON accepted", message))
        }
        _ => Ok(()),
    }
}

/// The name of an anchor, which `rest` begins with.
fn name(rest: &str) -> &str {
    let mut words = rest.split([' ', '\n', '\r', '\t']);
    words.next().unwrap_or_default()
}

/// Compares a tree with that of libyaml.
fn compare_yaml(text: &str, own: &Tree) -> Result<(), Fault> {
    let Some(one) = own.value.as_ref().filter(|_| !own.ignores) else {
        return Ok(());
    };
    // Line breaks of YAML 1.1, and what YAML 1.2 does not allow inside a file; libyaml also reads a
    // block that is the whole file, and may begin in the first column, as if it could not.
    if text.contains(['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}']) || one.is_string() {
        return Ok(());
    }
    // Names of anchors are only letters and digits for libyaml.
    let is_odd = |rest| name(rest).contains(|one: char| !one.is_ascii_alphanumeric());
    if text.split(['&', '*']).skip(1).any(is_odd) {
        return Ok(());
    }
    // The binding to libyaml numbers anchors by how many names there are, so that after a name that
    // is defined twice an alias may be another anchor.
    let mut names = HashSet::new();
    if !text.split('&').skip(1).all(|rest| names.insert(name(rest))) {
        return Ok(());
    }
    // In a flow collection, each `?` or `:` that begins a value is an indicator for libyaml, as in
    // YAML 1.1; by YAML 1.2.2 (§7.3.3), it begins a plain scalar if no blank follows.
    let begins_scalar = |(at, indicator)| {
        let blanks = [' ', '\t', '\r', '\n'];
        let begins = indicator == "?" || text[..at].ends_with(blanks);
        begins && !text[at + 1..].starts_with(blanks)
    };
    if text.contains(['{', '[']) && text.match_indices(['?', ':']).any(begins_scalar) {
        return Ok(());
    }
    // We read blanks at the end of the file as no line of a block.
    let lines = text.trim_end_matches(' ');
    let text = if lines.ends_with(['\n', '\r']) {
        lines
    } else {
        text
    };
    let Ok(other) = serde_yaml::from_str::<serde_yaml::Value>(text) else {
        return Ok(());
    };
    let Some(other) = plain(&other) else {
        return Ok(());
    };
    if same(one, &other) {
        return Ok(());
    }
    let message = format!("{one} is {other} for libyaml: {text:?}");
    Err(Fault::new("YAML tree", message))
}

/// Returns a value of YAML as one of JSON; `None` if it has what JSON does not: tags, and names that
/// are not scalars.
fn plain(value: &serde_yaml::Value) -> Option<Value> {
    Some(match value {
        serde_yaml::Value::Null => Value::Null,
        serde_yaml::Value::Bool(value) => Value::Bool(*value),
        serde_yaml::Value::Number(number) => match number.as_f64() {
            Some(float) if float.is_finite() => serde_json::to_value(number).ok()?,
            _ => return None,
        },
        serde_yaml::Value::String(text) => Value::from(text.as_str()),
        serde_yaml::Value::Sequence(items) => items.iter().map(plain).collect::<Option<_>>()?,
        serde_yaml::Value::Mapping(members) => {
            let mut object = serde_json::Map::new();
            for (name, value) in members {
                object.insert(name.as_str()?.to_owned(), plain(value)?);
            }
            Value::Object(object)
        }
        serde_yaml::Value::Tagged(_) => return None,
    })
}

/// Returns a number without its sign.
fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

/// Returns whether two values are the same; numbers are compared as floats.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        // Decimal by the core schema (YAML 1.2.2 §10.3.2); the other parser leaves it to the reader.
        (Value::Number(_), Value::String(text)) => {
            let digits = unsigned(text);
            digits.len() > 1 && digits.starts_with('0')
        }
        // The core schema has no binary numbers, and signs of decimal ones only; the other parser
        // has both.
        (Value::String(text), Value::Number(_)) => {
            let digits = unsigned(text);
            let is_signed = digits.len() < text.len();
            let has_base = digits.starts_with("0o") || digits.starts_with("0x");
            digits.starts_with("0b") || is_signed && has_base
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let equal = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| same(value, other))
            };
            one.len() == other.len() && one.iter().all(equal)
        }
        _ => one == other,
    }
}
