//! Questions that every reader of the model asks.

use super::{Api, Kind, SchemaId};

impl Api {
    /// Whether `null` is a value of a schema besides others. Where any value is allowed, or only
    /// `null`, it is not one besides.
    #[must_use]
    pub fn is_nullable(&self, mut id: SchemaId) -> bool {
        let behind = &self.schema(self.resolve(id)).kind;
        if matches!(behind, Kind::Any | Kind::Null | Kind::Never) {
            return false;
        }
        loop {
            let schema = self.schema(id);
            match schema.kind {
                _ if schema.nullable => return true,
                Kind::Alias(target) => id = target,
                _ => return false,
            }
        }
    }
}
