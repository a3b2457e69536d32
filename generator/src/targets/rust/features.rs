//! Cargo features: one for each tag, so that a program compiles only what it calls.

use std::collections::BTreeMap;

use super::code::{Code, ident, list, markdown, string};
use super::names::{Case, Scope};
use super::plan::Plan;
use crate::ir::users::{User, Users, users};
use crate::ir::{Ir, Origin};

/// The feature for everything, which is on by default.
pub(super) const FULL: &str = "full";

/// The feature for the types of webhooks.
pub(super) const WEBHOOKS: &str = "webhooks";

/// The features, and what needs the types of each part of the description.
#[derive(Debug)]
pub(super) struct Features<'a> {
    /// The feature of each group: `tag-offers`.
    pub(super) tags: Vec<String>,
    users: BTreeMap<Origin<'a>, Users>,
}

/// A module of a crate.
pub(super) struct Module {
    pub(super) name: Code,
    /// When it is compiled, if it is not always.
    pub(super) condition: Option<Code>,
}

impl<'a> Features<'a> {
    pub(super) fn new(ir: &Ir<'a>) -> Self {
        let mut scope = Scope::new(Case::Snake, &[]);
        let tags = ir.groups.iter().map(|group| {
            let name = scope.claim_or(group.tag, "tag");
            format!("tag-{}", name.replace('_', "-"))
        });
        Self {
            tags: tags.collect(),
            users: users(ir),
        }
    }

    /// Returns when something is compiled that some users need; `None` for always. What several
    /// tags need is compiled without a condition where that is clearer than to name them all.
    pub(super) fn condition(&self, users: &Users) -> Option<Code> {
        let Users::Some(users) = users else {
            return None;
        };
        let needs_group = |index| users.contains(&User::Group(index));
        if !users.is_empty() && (0..self.tags.len()).all(needs_group) {
            return None;
        }
        let features = users.iter().map(|user| match user {
            User::Group(index) => self.tags[*index].as_str(),
            User::Webhooks => WEBHOOKS,
        });
        let features = features.map(|name| code!("feature = ", string(name)));
        Some(match features.collect::<Vec<_>>().as_slice() {
            [] => code!("feature = ", string(FULL)),
            [only] => only.clone(),
            several => code!("any(", list(several.iter().cloned()), ")"),
        })
    }

    /// Returns the feature of one tag, as an example.
    pub(super) fn first(&self) -> Option<Code> {
        self.tags.first().map(|tag| markdown(tag))
    }

    /// Returns when the operations of a group are compiled.
    pub(super) fn of_group(&self, index: usize) -> Code {
        code!("feature = ", string(&self.tags[index]))
    }
}

impl Plan<'_> {
    /// Returns the modules of groups, in the order of the tags.
    pub(super) fn group_modules(&self) -> Vec<Module> {
        let groups = self.groups.iter().enumerate();
        let modules = groups.map(|(index, group)| Module {
            name: ident(&group.module),
            condition: Some(self.features.of_group(index)),
        });
        modules.collect()
    }

    /// Returns the modules of types, in the order of their names.
    pub(super) fn type_modules(&self) -> Vec<Module> {
        let origins = self
            .type_ids()
            .map(|id| (self.own(id).module.as_str(), self.get(id).origin));
        let modules = origins.collect::<BTreeMap<_, _>>().into_iter();
        let modules = modules.map(|(name, origin)| Module {
            name: ident(name),
            condition: self.features.condition(&self.features.users[&origin]),
        });
        modules.collect()
    }
}
