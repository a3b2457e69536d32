//! Groups of faults that are checked together: a run sends thousands of requests, but most faults
//! affect only one.
//!
//! A deployment with several faults must show each of them and nothing else. If one may hide
//! another, each is checked again in a separate deployment.

use std::collections::HashMap;

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};
use crate::scope::{DESCRIBED, Scope};

/// The maximum number of faults in a deployment. With more, they hide each other more often.
const MOST: usize = 4;

/// Groups the faults that can share a deployment, because a finding shows which of them caused it.
pub(crate) fn groups(faults: Vec<Fault>) -> Vec<Vec<Fault>> {
    let mut groups: Vec<Vec<Fault>> = Vec::new();
    for fault in faults {
        let fitting = groups
            .iter_mut()
            .find(|group| group.len() < MOST && group.iter().all(|other| are_apart(other, &fault)));
        match fitting {
            Some(group) => group.push(fault),
            None => groups.push(vec![fault]),
        }
    }
    groups
}

/// Returns whether the same run finds both faults, and findings show which of them is present.
fn are_apart(one: &Fault, other: &Fault) -> bool {
    let has_plan = |fault| Scope::Section.has_plan(fault);
    is_groupable(one)
        && is_groupable(other)
        && has_plan(one) == has_plan(other)
        && !one.may_be_found_by(other.check)
        && !other.may_be_found_by(one.check)
}

/// Returns whether the fault can share a deployment: one in the description affects all checks.
fn is_groupable(fault: &Fault) -> bool {
    let is_general = DESCRIBED.contains(&fault.check);
    !is_general && !fault.is_alone && !fault.is_prepared()
}

/// One layer around another. The first is the outermost.
pub(crate) struct Layers(pub(crate) Vec<Box<dyn Layer>>);

impl Layer for Layers {
    fn set_environment(&mut self, environment: &HashMap<String, String>) {
        for layer in &mut self.0 {
            layer.set_environment(environment);
        }
    }

    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        self.0.iter_mut().find_map(|layer| layer.request(asked))
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        for layer in self.0.iter_mut().rev() {
            layer.answer(asked, answer);
        }
    }
}
