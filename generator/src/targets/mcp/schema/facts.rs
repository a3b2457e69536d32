//! The annotations of a schema, combined with those of its aliases.

use spec::Api;
use spec::model::SchemaId;

/// The combined annotations of a schema and its aliases.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Facts {
    /// The schema that the aliases lead to.
    pub(in super::super) behind: SchemaId,
    /// Whether `null` is also allowed.
    pub(in super::super) nullable: bool,
    /// Whether only responses have it.
    pub(in super::super) read_only: bool,
    /// Whether only requests have it.
    pub(in super::super) write_only: bool,
}

impl Facts {
    pub(in super::super) fn of(api: &Api, id: SchemaId) -> Self {
        let mut facts = Self {
            behind: id,
            nullable: false,
            read_only: false,
            write_only: false,
        };
        loop {
            let schema = api.schema(facts.behind);
            facts.nullable |= schema.nullable;
            facts.read_only |= schema.read_only;
            facts.write_only |= schema.write_only;
            let Some(target) = schema.target() else {
                return facts;
            };
            facts.behind = target;
        }
    }
}
