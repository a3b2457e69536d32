//! Writes values of parameters and header fields (OpenAPI 3.1.0 §4.8.12.3).

use serde_json::Value;

/// The style of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    kind: String,
    explode: bool,
    name: String,
}

impl Style {
    /// Returns the style of a parameter or a header field.
    pub fn of(parameter: &Value, location: &str, name: &str) -> Self {
        let usual = match location {
            "query" | "cookie" => "form",
            _ => "simple",
        };
        let style = parameter.get("style").and_then(Value::as_str);
        let style = style.unwrap_or(usual).to_owned();
        let explode = parameter.get("explode").and_then(Value::as_bool);
        Self {
            explode: explode.unwrap_or(style == "form"),
            kind: style,
            // Path parameters have no name in a request, and the name of a header field is not part
            // of its value.
            name: match location {
                "query" | "cookie" => name.to_owned(),
                _ => String::new(),
            },
        }
    }

    /// Returns the style of a form without a name.
    pub fn form() -> Self {
        Self {
            kind: "form".to_owned(),
            explode: true,
            name: String::new(),
        }
    }

    /// Returns a value as text.
    pub fn write(&self, value: &Value) -> String {
        let name = &self.name;
        let separator = match (self.kind.as_str(), self.explode) {
            ("deepObject", _) => format!("&{name}[]="),
            ("spaceDelimited", false) => "%20".to_owned(),
            ("pipeDelimited", false) => "|".to_owned(),
            ("form" | "spaceDelimited" | "pipeDelimited", true) => format!("&{name}="),
            ("label", true) => ".".to_owned(),
            ("matrix", true) => ";=".to_owned(),
            _ => ",".to_owned(),
        };
        let start = match self.kind.as_str() {
            "label" => ".".to_owned(),
            "matrix" => ";=".to_owned(),
            "simple" => String::new(),
            _ => format!("{name}="),
        };
        match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(plain).collect();
                format!("{start}{}", items.join(&separator))
            }
            Value::Object(members) => {
                let each = members.iter().map(|(key, value)| match self.kind.as_str() {
                    "deepObject" => format!("{name}[{key}]={}", plain(value)),
                    _ if self.explode => format!("{key}={}", plain(value)),
                    _ => format!("{key},{}", plain(value)),
                });
                let each: Vec<String> = each.collect();
                match (self.kind.as_str(), self.explode) {
                    ("form" | "deepObject", true) | ("deepObject", _) => each.join("&"),
                    ("matrix", true) => format!(";{}", each.join(";")),
                    _ => format!("{start}{}", each.join(&separator)),
                }
            }
            scalar => format!("{start}{}", plain(scalar)),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
