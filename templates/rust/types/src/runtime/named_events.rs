//! Events as objects: the name of an event determines what its data is, so that one type has both.
#![allow(dead_code, reason = "a description need not have streams")]

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Frame, write_event};

const EVENT: &str = "event";
const DATA: &str = "data";
const ID: &str = "id";
const RETRY: &str = "retry";

/// Returns the object of an event with this data.
#[must_use]
pub fn event_object(frame: Frame, data: Value) -> Value {
    let mut object = Map::new();
    object.insert(EVENT.to_owned(), frame.event.into());
    object.insert(DATA.to_owned(), data);
    if !frame.id.is_empty() {
        object.insert(ID.to_owned(), frame.id.into());
    }
    if let Some(retry) = frame.retry {
        let retry = u64::try_from(retry.as_millis()).unwrap_or(u64::MAX);
        object.insert(RETRY.to_owned(), retry.into());
    }
    object.into()
}

/// Returns the encoded event of an object; `json` are the names of the events whose data is JSON.
///
/// # Errors
/// Returns an error if the object cannot be encoded or is not an event.
pub fn write_event_object<T: Serialize>(
    object: &T,
    json: &[&str],
) -> Result<Vec<u8>, serde_json::Error> {
    let text = serde_json::to_string(object)?;
    let fields = Fields(serde_json::from_str(&text)?);
    let event: Option<String> = fields.read(EVENT)?;
    let id: Option<String> = fields.read(ID)?;
    let retry = fields.read(RETRY)?.map(Duration::from_millis);
    let data: Option<String> = match &event {
        Some(event) if json.contains(&event.as_str()) => {
            fields.0.get(DATA).map(|data| data.get().to_owned())
        }
        _ => fields.read(DATA)?,
    };
    let event = event.as_deref().filter(|event| *event != "message");
    Ok(write_event(
        event,
        id.as_deref(),
        retry,
        &data.unwrap_or_default(),
    ))
}

/// The encoded properties of an object, so that JSON is sent as it was encoded.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl Fields {
    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, serde_json::Error> {
        let text = self.0.get(name);
        text.map(|text| serde_json::from_str(text.get()))
            .transpose()
    }
}
