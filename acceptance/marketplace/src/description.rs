//! The description of the generated crates.

use std::path::Path;
use std::sync::LazyLock;

use spec::Api;
use spec::model::{Kind, SchemaId};

/// The description.
pub static API: LazyLock<Api> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/openapi.yaml");
    spec::load(&path).api.expect("a sound description")
});

/// Returns a named schema.
///
/// # Panics
///
/// Panics if the description has no such schema.
pub fn named(name: &str) -> SchemaId {
    let mut ids = API.schema_ids();
    ids.find(|id| API.schema(*id).name.as_deref() == Some(name))
        .expect("a schema of that name")
}

/// Returns whether `null` is allowed, by the schema itself or by one that it is an alias of.
pub fn is_nullable(mut id: SchemaId) -> bool {
    loop {
        let schema = API.schema(id);
        match schema.kind {
            _ if schema.nullable => return true,
            Kind::Alias(target) => id = target,
            _ => return false,
        }
    }
}
