//! Reads provenance: `x-provenance` and `x-source`.

use super::Lowering;
use super::reader::Fields;
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
        let source = fields.get("x-source").and_then(Node::as_str);
        let inherited = outer.source.as_deref().filter(|_| basis == outer.basis);
        let source = source.or(inherited);
        let source = source.map(|source| self.copied(source, fields.span));
        Provenance { basis, source }
    }

    /// Returns the provenance of a part that is separate from what contains it, or else that of the
    /// description.
    pub(super) fn own_provenance(&mut self, fields: &Fields<'d>) -> Provenance {
        let overall = self.overall.clone();
        self.provenance(fields, &overall)
    }
}
