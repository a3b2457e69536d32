//! Vectors.

use spec::Api;

use crate::{FileTree, GenerateError};

pub(super) fn generate(_: &Api) -> Result<FileTree, GenerateError> {
    Ok(FileTree::default())
}

pub(super) fn view(_: &Api, _: Option<&str>) -> serde_json::Value {
    serde_json::Value::Null
}
