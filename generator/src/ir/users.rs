//! Which groups of operations need which types.

use std::collections::{BTreeMap, BTreeSet};

use spec::model::Operation;

use super::schemas::of_operation;
use super::{Ir, Origin, Ty};

/// What more groups than this need counts as always needed.
const FEW: usize = 3;

/// Something that needs types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum User {
    /// The group of operations with this index.
    Group(usize),
    /// The requests that the service sends without a call before.
    Webhooks,
}

/// Everything that needs a part of the description, directly or through other parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Users {
    /// These, if any.
    Some(BTreeSet<User>),
    /// Every client, or more than are listed.
    Always,
}

impl Users {
    /// Adds users, and returns whether that changes anything.
    fn add(&mut self, others: &Self) -> bool {
        let Self::Some(own) = self else {
            return false;
        };
        let changes = match others {
            Self::Some(others) if others.is_subset(own) => return false,
            Self::Some(others) => own.union(others).copied().collect(),
            Self::Always => Self::Always,
        };
        *self = changes;
        true
    }
}

impl FromIterator<User> for Users {
    fn from_iter<I: IntoIterator<Item = User>>(users: I) -> Self {
        let users: BTreeSet<_> = users.into_iter().collect();
        if users.len() > FEW {
            Self::Always
        } else {
            Self::Some(users)
        }
    }
}

/// Returns who needs the types of each part of the description. The types of one part are needed
/// together.
pub(crate) fn users<'a>(ir: &Ir<'a>) -> BTreeMap<Origin<'a>, Users> {
    let mut needs: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (_, declared) in ir.types.iter() {
        let tys = declared.shape.tys().into_iter();
        let needed = needs.entry(declared.origin).or_default();
        needed.extend(tys.filter_map(|ty| origin(ir, ty)));
    }
    let no_one = || Users::Some(BTreeSet::new());
    let mut users: BTreeMap<_, _> = needs.keys().map(|one| (*one, no_one())).collect();
    // Each part changes only a few times, because few users are listed.
    let mut open = roots(ir);
    while let Some((origin, more)) = open.pop() {
        let known = users.entry(origin).or_insert_with(no_one);
        if known.add(&more) {
            let needed = needs.get(&origin).into_iter().flatten();
            open.extend(needed.map(|one| (*one, known.clone())));
        }
    }
    users
}

/// Returns the parts whose types are needed directly, each with who needs it.
fn roots<'a>(ir: &Ir<'a>) -> Vec<(Origin<'a>, Users)> {
    let globals = ir.globals.iter().filter_map(|one| origin(ir, &one.ty));
    let mut roots: Vec<_> = globals.map(|one| (one, Users::Always)).collect();
    let mut add = |operations: Vec<&'a Operation>, user| {
        let user = Users::from_iter([user]);
        for operation in operations {
            let schemas = of_operation(operation, ir.language.reads_streams).into_iter();
            let needed = schemas.filter_map(|(schema, _)| origin(ir, &ir.types.ty(schema)));
            roots.extend(needed.map(|one| (one, user.clone())));
        }
    };
    for (index, group) in ir.groups.iter().enumerate() {
        for call in &group.calls {
            let callbacks = call.operation.callbacks.iter();
            let received = callbacks.flat_map(|callback| &callback.operations);
            add(
                received.chain([call.operation]).collect(),
                User::Group(index),
            );
        }
    }
    for webhook in &ir.api.webhooks {
        add(webhook.operations.iter().collect(), User::Webhooks);
    }
    roots
}

/// Returns the part of the description whose type a type contains.
fn origin<'a>(ir: &Ir<'a>, ty: &Ty) -> Option<Origin<'a>> {
    Some(ir.types.get(ty.declared()?).origin)
}
