//! Compares the parameters that SDKs set for all operations.

use std::collections::{HashMap, HashSet};

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::{Api, Global, Operation};

impl Comparison<'_> {
    /// Reports parameters that SDKs set for all calls instead of for each one, or the other way
    /// around, if both descriptions have such a call.
    pub(super) fn globals(&mut self) {
        let (old, new) = (self.old, self.new);
        let shared = shared_parameters(old, new);
        for global in only_in(&new.globals, &old.globals, &shared) {
            let name = &global.name;
            let text = format!("SDKs set the parameter `{name}` for all calls now");
            let text = Message::new(text, &[name]);
            let place = Place::api("x-globals");
            let spans = (None, Some(global.span));
            self.report(id!("api-global-added"), Level::Error, &place, text, spans);
        }
        for global in only_in(&old.globals, &new.globals, &shared) {
            let name = &global.name;
            let text = format!("SDKs set the parameter `{name}` for each call now");
            let text = Message::new(text, &[name]);
            let place = Place::api("x-globals");
            let spans = (Some(global.span), None);
            self.report(id!("api-global-removed"), Level::Error, &place, text, spans);
        }
    }
}

/// Returns the names of the parameters of operations that both descriptions have.
fn shared_parameters<'a>(old: &'a Api, new: &'a Api) -> HashSet<&'a str> {
    let names = |operation: &'a Operation| -> HashSet<&'a str> {
        let parameters = operation.parameters.iter();
        parameters.map(|one| one.name.as_str()).collect()
    };
    let mut olds = HashMap::<&str, HashSet<_>>::new();
    for operation in &old.operations {
        let known = olds.entry(&operation.id).or_default();
        known.extend(names(operation));
    }
    let shared = new.operations.iter().flat_map(|operation| {
        let known = olds.get(operation.id.as_str());
        let own = names(operation).into_iter();
        own.filter(move |name| known.is_some_and(|known| known.contains(name)))
    });
    shared.collect()
}

fn only_in<'a>(
    these: &'a [Global],
    others: &'a [Global],
    shared: &HashSet<&str>,
) -> Vec<&'a Global> {
    let others: HashSet<_> = others.iter().map(|one| &one.name).collect();
    let these = these.iter().filter(|one| !others.contains(&one.name));
    these
        .filter(|one| shared.contains(one.name.as_str()))
        .collect()
}
