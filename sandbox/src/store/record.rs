//! Resources as rows.

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A resource that is kept as its document, beside the columns by which it is found.
///
/// Every table has the columns `org_id`, `id`, `position`, `due` and `document` besides.
pub trait Record: Serialize + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// The table.
    const TABLE: &'static str;
    /// The columns by which it is found.
    const COLUMNS: &'static [&'static str];

    /// Its identifier, unique within the organization.
    fn id(&self) -> &str;

    /// The values of [`COLUMNS`](Self::COLUMNS).
    fn columns(&self) -> Vec<String>;

    /// When the clock changes it next.
    fn due(&self) -> Option<Timestamp> {
        None
    }
}

/// The document of a resource.
pub(super) fn write<T: Serialize>(resource: &T) -> sqlx::Result<String> {
    serde_json::to_string(resource).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// A resource of its document.
pub(super) fn read<T: DeserializeOwned>(document: &str) -> sqlx::Result<T> {
    serde_json::from_str(document).map_err(|error| sqlx::Error::Decode(error.into()))
}
