//! Finds the new member of a union that each old one is compared with.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;

use super::Comparison;
use super::place::Side;
use super::trial::Trial;
use crate::model::{Api, Kind, Member, Union};

/// The maximum number of pairs that are tried to match old members with new ones.
const MOST_TRIALS: usize = 400;

impl Comparison<'_> {
    /// Returns the new member that each old one is compared with: the one of the same name, or with
    /// items of the same name, else an equal one, else the most similar one. The order of members has
    /// no meaning.
    pub(super) fn matched(&self, old: &Union, new: &Union, side: Side) -> Vec<Option<usize>> {
        let mut free: BTreeSet<usize> = (0..new.members.len()).collect();
        let mut pairs = vec![None; old.members.len()];
        let name = |member: &Member| named(self.new, member);
        let mut named = Waiting::new(&new.members, &free, name);
        for (pair, member) in pairs.iter_mut().zip(&old.members) {
            let name = self::named(self.old, member);
            *pair = name.and_then(|name| named.take(&name, &mut free));
        }
        let digest = |member: &Member| Some(self.digest_of_new(member.schema));
        let mut equal = Waiting::new(&new.members, &free, digest);
        for (pair, member) in pairs.iter_mut().zip(&old.members) {
            if pair.is_none() {
                *pair = equal.take(&self.digest_of_old(member.schema), &mut free);
            }
        }
        let lone: Vec<usize> = (0..pairs.len()).filter(|at| pairs[*at].is_none()).collect();
        if lone.len() * free.len() > MOST_TRIALS {
            return pairs;
        }
        let mut tried: Vec<(Trial, Reverse<usize>, usize, usize)> = Vec::new();
        for &one in &lone {
            for &other in &free {
                let (before, after) = (old.members[one].schema, new.members[other].schema);
                let trial = self.trial(before, after, side);
                let like = self.likeness(before, after);
                if like.is_some() || trial.is_some_and(|trial| trial.changes == 0) {
                    // Members that are too large to compare come last, the most alike first.
                    let trial = trial.unwrap_or(Trial::UNKNOWN);
                    tried.push((trial, Reverse(like.unwrap_or_default()), one, other));
                }
            }
        }
        tried.sort_by_key(|(trial, like, ..)| (trial.changes > 0, *trial, *like));
        for (.., one, other) in tried {
            if pairs[one].is_none() && free.contains(&other) {
                pairs[one] = Some(other);
                free.remove(&other);
            }
        }
        pairs
    }
}

/// Members that no other one is compared with yet, by what makes them the same.
struct Waiting<K>(HashMap<K, VecDeque<usize>>);

impl<K: Eq + Hash> Waiting<K> {
    fn new<'m>(
        members: &'m [Member],
        free: &BTreeSet<usize>,
        key: impl Fn(&'m Member) -> Option<K>,
    ) -> Self {
        let mut waiting = HashMap::<K, VecDeque<usize>>::new();
        for at in free {
            if let Some(key) = key(&members[*at]) {
                waiting.entry(key).or_default().push_back(*at);
            }
        }
        Self(waiting)
    }

    /// Takes the first member.
    fn take(&mut self, key: &K, free: &mut BTreeSet<usize>) -> Option<usize> {
        let found = self.0.get_mut(key)?.pop_front()?;
        free.remove(&found);
        Some(found)
    }
}

/// Returns the name of a member, or of its items if it is an array, and how many arrays are around
/// what has the name.
fn named<'a>(api: &'a Api, member: &Member) -> Option<(&'a str, u8)> {
    const DEEPEST: u8 = 4;
    let mut id = member.schema;
    for depth in 0..DEEPEST {
        let resolved = api.schema(api.resolve(id));
        if let Some(name) = api.schema(id).name.as_deref().or(resolved.name.as_deref()) {
            return Some((name, depth));
        }
        let Kind::Array(array) = &resolved.kind else {
            return None;
        };
        id = array.items;
    }
    None
}
