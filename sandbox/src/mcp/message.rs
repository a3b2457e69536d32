//! One JSON-RPC message (JSON-RPC 2.0 §4; schema `JsonRpcMessage` of the description).

use axum::http::StatusCode;
use rmcp::model::ErrorCode;
use serde_json::{Map, Value};

use super::refusal::Refusal;

/// The largest integer that every JSON parser reads exactly (RFC 8259 §6).
const GREATEST: i64 = (1 << 53) - 1;

/// A request or a notification.
#[derive(Debug)]
pub(super) struct Message(Map<String, Value>);

impl Message {
    /// Parses a body.
    ///
    /// # Errors
    /// Returns an error if it is not JSON of at most 127 levels, or not a single message.
    pub(super) fn read(body: &[u8]) -> Result<Self, Refusal> {
        let value = serde_json::from_slice(body);
        let value =
            value.map_err(|_| refusal(ErrorCode::PARSE_ERROR, None, "This is not JSON."))?;
        let Value::Object(members) = value else {
            let text = "One message is taken at a time, and it is an object.";
            return Err(refusal(ErrorCode::INVALID_REQUEST, None, text));
        };
        let message = Self(members);
        match message.fault() {
            None => Ok(message),
            Some(text) => Err(refusal(ErrorCode::INVALID_REQUEST, message.id(), text)),
        }
    }

    /// Returns its id, if it has a valid one.
    pub(super) fn id(&self) -> Option<Value> {
        self.0.get("id").filter(|id| is_id(id)).cloned()
    }

    /// Returns its method.
    pub(super) fn method(&self) -> &str {
        self.text("method").unwrap_or_default()
    }

    /// Returns whether it is the request `initialize`.
    pub(super) fn is_initialize(&self) -> bool {
        self.0.contains_key("id") && self.method() == "initialize"
    }

    /// Returns the revision that a request of the era without sessions names (MCP 2026-07-28, Basic,
    /// `_meta`).
    pub(super) fn revision(&self) -> Option<&str> {
        let meta = self.0.get("params")?.get("_meta")?;
        meta.get("io.modelcontextprotocol/protocolVersion")?
            .as_str()
    }

    /// Returns the name of the called tool, if it is a tool call.
    pub(super) fn tool(&self) -> Option<&str> {
        let is_call = self.0.contains_key("id") && self.method() == "tools/call";
        let params = is_call.then(|| self.0.get("params"))??;
        params.get("name")?.as_str()
    }

    /// Returns the message as a body. It contains exactly what was checked: of repeated names, only
    /// the last one.
    pub(super) fn into_body(self) -> String {
        Value::Object(self.0).to_string()
    }

    fn text(&self, member: &str) -> Option<&str> {
        self.0.get(member)?.as_str()
    }

    fn fault(&self) -> Option<&'static str> {
        if self.text("jsonrpc") != Some("2.0") {
            return Some("`jsonrpc` must be \"2.0\".");
        }
        if self.0.get("id").is_some_and(|id| !is_id(id)) {
            return Some("`id` must be a short string or an integer.");
        }
        if !(1..=255).contains(&self.method().chars().count()) {
            return Some("A request or a notification has a `method`.");
        }
        let params = self.0.get("params");
        params
            .is_some_and(|params| !params.is_object())
            .then_some("`params` must be an object.")
    }
}

fn is_id(id: &Value) -> bool {
    match id {
        Value::String(text) => text.chars().count() <= 255,
        Value::Number(number) => number
            .as_i64()
            .is_some_and(|number| (-GREATEST..=GREATEST).contains(&number)),
        _ => false,
    }
}

fn refusal(code: ErrorCode, id: Option<Value>, message: &str) -> Refusal {
    Refusal::Rpc {
        status: StatusCode::BAD_REQUEST,
        id,
        code,
        message: message.to_owned(),
        data: None,
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn of_members_with_one_name_the_last_one_counts_everywhere() {
        let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
            "params":{"name":"getOffer","name":"createOffer"}}"#;
        let message = Message::read(body).unwrap();
        assert_eq!(message.tool(), Some("createOffer"));
        assert!(!message.into_body().contains("getOffer"));
    }

    #[test]
    fn what_is_no_message() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let deep = format!(r#"{{"jsonrpc":"2.0","method":"x","params":{{"a":{deep}}}}}"#);
        for body in [
            "",
            "{",
            "[]",
            "1",
            "{}",
            r#"{"jsonrpc":"1.0","method":"x"}"#,
            r#"{"jsonrpc":"2.0","method":""}"#,
            r#"{"jsonrpc":"2.0","method":"x","id":null}"#,
            r#"{"jsonrpc":"2.0","method":"x","id":1.5}"#,
            r#"{"jsonrpc":"2.0","method":"x","id":9007199254740992}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            deep.as_str(),
        ] {
            assert!(Message::read(body.as_bytes()).is_err(), "{body}");
        }
    }
}
