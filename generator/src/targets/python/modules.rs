//! Groups types into modules: types that need each other share one, because imports cannot form a
//! cycle.

use std::collections::{BTreeMap, HashMap};

use super::Python;
use super::names;
use crate::ir::components::components;
use crate::ir::{Form, Type, TypeId};

/// A module of models.
#[derive(Debug)]
pub(super) struct Module {
    /// The name of the module.
    pub(super) name: String,
    /// Its types, in the order of the description.
    pub(super) types: Vec<TypeId>,
    /// Whether a type in it is needed before it is defined.
    pub(super) circular: bool,
}

/// The longest chain of modules that Python can import.
const LONGEST_CHAIN: usize = 48;

impl Python<'_> {
    /// Returns the modules in an order in which each needs only earlier ones.
    pub(super) fn make_modules(&self) -> Vec<Module> {
        let nodes = self
            .ir
            .types
            .iter()
            .filter(|(id, _)| !self.is_spelled_out(*id));
        let needs: BTreeMap<_, _> = nodes.map(|(id, ty)| (id, self.needs(ty))).collect();
        let mut groups = components(&needs);
        if chain(&groups, &needs) > LONGEST_CHAIN {
            groups = vec![needs.keys().copied().collect()];
        }
        let mut scope = names::modules();
        let mut made: Vec<_> = groups
            .into_iter()
            .map(|mut types| {
                types.sort();
                let circular = types.len() > 1 || types.iter().any(|id| needs[id].contains(id));
                (types, circular)
            })
            .collect();
        made.sort();
        let modules = made.into_iter().map(|(types, circular)| Module {
            name: scope.claim_or(&self.ir.types.get(types[0]).name, "model"),
            types,
            circular,
        });
        modules.collect()
    }

    /// Returns whether a type is only written where it is used, as what it stands for.
    pub(super) fn is_spelled_out(&self, id: TypeId) -> bool {
        self.ir.types.get(id).form == Form::Alias && !self.ir.types.is_name_needed(id)
    }

    /// Returns the types that a type refers to.
    pub(super) fn needs(&self, ty: &Type<'_>) -> Vec<TypeId> {
        let tys = ty.shape.tys().into_iter();
        let mut needs: Vec<_> = tys.flat_map(|ty| self.mentioned(ty)).collect();
        needs.sort();
        needs.dedup();
        needs
    }
}

/// Returns the length of the longest import chain.
fn chain(groups: &[Vec<TypeId>], needs: &BTreeMap<TypeId, Vec<TypeId>>) -> usize {
    let mut depths: HashMap<TypeId, usize> = HashMap::new();
    let mut longest = 0;
    for group in groups {
        let needed = group.iter().flat_map(|id| &needs[id]);
        let depth = needed.filter_map(|need| depths.get(need)).max();
        let depth = depth.copied().unwrap_or_default() + 1;
        depths.extend(group.iter().map(|id| (*id, depth)));
        longest = longest.max(depth);
    }
    longest
}
