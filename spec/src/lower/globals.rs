//! Reads the names of parameters that clients set for all operations (`x-globals`).

use super::Lowering;
use super::reader::Fields;
use crate::model::Global;

impl<'d> Lowering<'d, '_> {
    /// Returns the names; whether they can be used is decided once the operations are known.
    pub(super) fn globals(&mut self, root: &Fields<'d>) -> Vec<Global> {
        let mut globals = Vec::new();
        for node in self.array(root, "x-globals") {
            let name = self.text_of(node, "x-globals");
            globals.extend(name.map(|name| Global {
                name,
                span: node.span,
            }));
        }
        globals
    }
}
