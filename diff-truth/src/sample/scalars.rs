//! Draws numbers, strings, and values of schemas without a type.

use crate::pattern;
use serde_json::{Map, Value, json};

pub(super) fn anything() -> Vec<Value> {
    vec![
        json!("a"),
        json!(1),
        json!(1.5),
        json!(true),
        Value::Null,
        json!([]),
        json!({}),
        json!("a longer text"),
        json!(-100),
        json!([1]),
        json!({"a": 1}),
    ]
}

pub(super) fn numbers(schema: &Map<String, Value>, whole: bool) -> Vec<Value> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let mut list = Vec::new();
    let unit = bound("multipleOf").filter(|unit| *unit > 0.0);
    for name in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
        if let Some(edge) = bound(name) {
            list.extend([edge, edge + 1.0, edge - 1.0, edge + 0.5, edge - 0.5]);
            if let Some(unit) = unit {
                let near = (edge / unit).round() * unit;
                list.extend([near, near + unit, near - unit]);
            }
        }
    }
    if let Some(unit) = unit {
        list.extend([unit, 2.0 * unit, 3.0 * unit, 0.0]);
    }
    list.extend([
        1.0, 1e6, -1e6, 0.0, -1.0, 2.0, 3.0, 7.0, 100.0, 1.5, 0.3, -7.5, 3e9, -3e9, 1e19,
    ]);
    // What fits comes first: the first value is what other samples are built from.
    list.sort_by_key(|number| {
        let fits = bound("minimum").is_none_or(|edge| *number >= edge)
            && bound("maximum").is_none_or(|edge| *number <= edge)
            && bound("exclusiveMinimum").is_none_or(|edge| *number > edge)
            && bound("exclusiveMaximum").is_none_or(|edge| *number < edge);
        !fits
    });
    list.into_iter()
        .filter(|number| !whole || number.fract() == 0.0)
        .map(|number| {
            if number.fract() == 0.0 && number.abs() < 1e15 {
                #[expect(clippy::cast_possible_truncation, reason = "it was checked")]
                let whole = number as i64;
                json!(whole)
            } else {
                json!(number)
            }
        })
        .collect()
}

pub(super) fn texts(schema: &Map<String, Value>, marked: bool) -> Vec<Value> {
    let count = |name: &str| {
        let count = schema.get(name).and_then(Value::as_u64);
        count
            .and_then(|count| usize::try_from(count).ok())
            .filter(|count| *count < 3_000)
    };
    let mut list: Vec<String> = Vec::new();
    if let Some(Value::String(pattern)) = schema.get("pattern") {
        list.extend(pattern::matching(pattern, 0));
        list.extend(pattern::matching(pattern, count("minLength").unwrap_or(1)));
    }
    if let Some(Value::String(format)) = schema.get("format") {
        list.extend(of_format(format).iter().map(|text| (*text).to_owned()));
    }
    let least = count("minLength").unwrap_or(1);
    list.push("a".repeat(least.max(1)));
    if let Some(most) = count("maxLength") {
        list.extend([
            "a".repeat(most),
            "a".repeat(most.saturating_sub(1)),
            "a".repeat(most + 1),
        ]);
    }
    if marked {
        list.extend([
            "a".repeat(least),
            "a".repeat(least + 1),
            "a".repeat(least.saturating_sub(1)),
        ]);
        for alphabet in ["z", "1", "Z", "zZ9-_", "a~b "] {
            let length = least.max(1);
            list.push(alphabet.chars().cycle().take(length).collect());
            list.push(alphabet.chars().cycle().take(length + 2).collect());
        }
        list.extend(
            [
                "",
                "b",
                "abc",
                "ABC",
                "1",
                "a b",
                "zzz-9",
                "a longer text than many",
            ]
            .map(str::to_owned),
        );
    }
    // What fits comes first: the first value is what other samples are built from.
    let fits = |text: &String| {
        let length = text.chars().count();
        let most = count("maxLength").unwrap_or(usize::MAX);
        length >= count("minLength").unwrap_or(0) && length <= most
    };
    list.sort_by_key(|text| !fits(text));
    list.into_iter().map(Value::String).collect()
}

pub(super) fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "date" => &["2027-01-01"],
        "date-time" => &["2027-01-01T00:00:00Z"],
        "time" => &["10:00:00Z"],
        "duration" => &["P1D"],
        "email" | "idn-email" => &["a@example.com"],
        "hostname" | "idn-hostname" => &["example.com"],
        "ipv4" => &["192.0.2.1"],
        "ipv6" => &["2001:db8::1"],
        "uri" | "iri" => &["https://example.com/a"],
        "uri-reference" | "iri-reference" => &["/a", "https://example.com/a"],
        "uuid" => &["123e4567-e89b-42d3-a456-426614174000"],
        _ => &[],
    }
}
