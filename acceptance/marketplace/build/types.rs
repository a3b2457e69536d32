//! Writes one line for each named type.

use std::fmt::Write as _;

use serde_json::Value;

/// Returns the table of all named types.
pub fn glue(view: &Value) -> String {
    let mut text = "/// Every named type.\npub static TYPES: &[TypeUnderTest] = &[\n".to_owned();
    for made in view["types"].as_array().into_iter().flatten() {
        let (Some(schema), Some(name)) = (made["schema"].as_str(), made["name"].as_str()) else {
            continue;
        };
        // The type of an alias checks nothing itself: its constraints are checked where it is used.
        let kind = if made["form"] == "Alias" {
            "alias"
        } else {
            "own"
        };
        let _ = writeln!(
            text,
            "    TypeUnderTest::{kind}::<::types::{name}>({schema:?}),"
        );
    }
    text.push_str("];\n");
    text
}
