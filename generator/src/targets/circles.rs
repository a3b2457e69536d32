//! Types that are made of themselves by nothing but other names, lists and maps.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::iter::successors;

/// The circles that steps lead in, where from each place there is one step at most.
pub(super) fn circles<T: Copy + Eq + Hash>(
    places: impl Iterator<Item = T>,
    step: impl Fn(T) -> Option<T>,
) -> Vec<Vec<T>> {
    // For each place, from which walk it was first reached.
    let mut reached: HashMap<T, T> = HashMap::new();
    let mut found = Vec::new();
    for start in places {
        let mut next = Some(start);
        while let Some(place) = next {
            if let Some(walk) = reached.insert(place, start) {
                if walk == start {
                    let others = successors(step(place), |other| step(*other));
                    let others = others.take_while(|other| *other != place);
                    found.push(others.chain([place]).collect());
                }
                break;
            }
            next = step(place);
        }
    }
    found
}

/// The places from which the steps end in a circle.
pub(super) fn leading_to_circles<T: Copy + Eq + Hash>(
    places: impl Iterator<Item = T>,
    step: impl Fn(T) -> Option<T>,
) -> HashSet<T> {
    // None for the places of the walk under way.
    let mut leads: HashMap<T, Option<bool>> = HashMap::new();
    for start in places {
        let mut walk = Vec::new();
        let mut next = Some(start);
        let verdict = loop {
            let Some(place) = next else { break false };
            match leads.get(&place) {
                Some(known) => break known.unwrap_or(true),
                None => {
                    leads.insert(place, None);
                    walk.push(place);
                    next = step(place);
                }
            }
        };
        leads.extend(walk.into_iter().map(|place| (place, Some(verdict))));
    }
    let lead = leads.into_iter().filter(|(_, leads)| *leads == Some(true));
    lead.map(|(place, _)| place).collect()
}
