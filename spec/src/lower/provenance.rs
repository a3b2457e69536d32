//! Reads provenance: `x-provenance` and `x-source`.

use super::Lowering;
use super::reader::Fields;
use crate::budget::Unit;
use crate::document::Node;
use crate::model::{Basis, Provenance};

impl<'d> Lowering<'d, '_> {
    /// Returns the provenance of a part, or else that of what contains it.
    pub(super) fn provenance(&mut self, fields: &Fields<'d>, outer: &Provenance) -> Provenance {
        let basis = match fields.get("x-provenance").and_then(Node::as_str) {
            Some("stated") => Basis::Stated,
            Some("standard") => Basis::Standard,
            Some("assumed") => Basis::Assumed,
            _ => outer.basis,
        };
        let own = fields.get("x-source").and_then(Node::shared_str);
        let inherited = outer.source.as_ref().filter(|_| basis == outer.basis);
        let source = own.or(inherited);
        if let Some(source) = source {
            self.spend(Unit::Text, source.len(), fields.span);
        }
        Provenance {
            basis,
            source: source.cloned(),
        }
    }

    /// Returns the provenance of a part that is separate from what contains it, or else that of the
    /// description.
    pub(super) fn own_provenance(&mut self, fields: &Fields<'d>) -> Provenance {
        let overall = self.overall.clone();
        self.provenance(fields, &overall)
    }
}
