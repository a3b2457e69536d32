//! The class of a group: what its methods have in common.

use super::code::qualified;
use super::imports::Imports;
use super::mode::Mode;
use super::ty::{Annotation, BUILT_IN};
use crate::code::Code;
use crate::ir::Group;

/// The class of a group that is being generated.
pub(super) struct Class {
    pub(super) mode: Mode,
    pub(super) imports: Imports,
    /// The built-in types that the class hides, because a method has the same name.
    hidden: Vec<&'static str>,
}

impl Class {
    pub(super) fn new(group: &Group<'_>, mode: Mode) -> Self {
        let mut imports = Imports::default();
        imports.add(mode.module(), mode.runner());
        imports.add("..runtime.options", "RequestOptions");
        let pages = group.calls.iter().flat_map(|call| &call.pages);
        let methods = group.calls.iter().map(|call| &call.method);
        let methods: Vec<_> = methods.chain(pages.map(|pages| &pages.method)).collect();
        let mut hidden = BUILT_IN.to_vec();
        hidden.retain(|name| methods.iter().any(|method| method == name));
        Self {
            mode,
            imports,
            hidden,
        }
    }

    /// Returns an annotation for the class, and imports what it needs.
    pub(super) fn annotate(&mut self, annotation: &Annotation) -> Code {
        self.imports.extend(&annotation.imports);
        let code = qualified(&annotation.code, &self.hidden);
        if code != annotation.code {
            self.imports.add_builtins();
        }
        code
    }
}
