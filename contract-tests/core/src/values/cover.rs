//! Generates values in which every two choices occur together (pairwise coverage).

use std::collections::HashSet;

use serde_json::Value;

/// A property, and the values that it can have; `None` means that it is left out.
pub(super) struct Factor {
    pub path: Vec<String>,
    pub choices: Vec<Option<Value>>,
}

impl Factor {
    fn is_within(&self, outer: &Self) -> bool {
        self.path.len() > outer.path.len() && self.path.starts_with(&outer.path)
    }

    /// Returns the choice that makes the property an object.
    fn object(&self) -> Option<usize> {
        let is_object = |choice: &Option<Value>| choice.as_ref().is_some_and(Value::is_object);
        self.choices.iter().position(is_object)
    }

    /// Returns whether a choice is present in a value. The contents of an object are checked
    /// separately.
    fn holds(&self, choice: usize, value: &Value) -> bool {
        let Some((name, outer)) = self.path.split_last() else {
            return false;
        };
        let place = outer.iter().try_fold(value, |value, name| value.get(name));
        place.and_then(Value::as_object).is_some_and(|object| {
            let (here, wanted) = (object.get(name), self.choices[choice].as_ref());
            let objects =
                here.is_some_and(Value::is_object) && wanted.is_some_and(Value::is_object);
            here == wanted || objects
        })
    }
}

/// A choice: the index of a factor, and of one of its choices.
pub(super) type Choice = (usize, usize);

/// Removes the pairs that are present in a value.
pub(super) fn met(
    open: &mut HashSet<(Choice, Choice)>,
    factors: &[Factor],
    chosen: &[Choice],
    value: &Value,
) {
    let holding = chosen
        .iter()
        .filter(|(at, choice)| factors[*at].holds(*choice, value));
    let holding: Vec<_> = holding.copied().collect();
    for (at, one) in holding.iter().enumerate() {
        for other in &holding[..=at] {
            open.remove(&ordered(*one, *other));
        }
    }
}

fn ordered(one: Choice, other: Choice) -> (Choice, Choice) {
    if one < other {
        (one, other)
    } else {
        (other, one)
    }
}

pub(super) fn all_pairs(factors: &[Factor]) -> HashSet<(Choice, Choice)> {
    let choices = |at: usize| (0..factors[at].choices.len()).map(move |choice| (at, choice));
    let mut pairs = HashSet::new();
    for second in 0..factors.len() {
        for first in 0..second {
            pairs.extend(
                choices(first).flat_map(|one| choices(second).map(move |other| (one, other))),
            );
        }
    }
    // A property that is left out has no properties.
    pairs.retain(|(one, other)| {
        let is_inside = factors[other.0].is_within(&factors[one.0]);
        !is_inside || factors[one.0].object() == Some(one.1)
    });
    // A single property has no pairs, but may have several choices.
    if factors.len() == 1 {
        pairs.extend(choices(0).map(|one| (one, one)));
    }
    pairs
}

/// Returns one choice of each factor: two are given, and the others are those that cover most new
/// pairs.
pub(super) fn row(
    factors: &[Factor],
    open: &HashSet<(Choice, Choice)>,
    (one, other): (Choice, Choice),
) -> Vec<Choice> {
    let mut row = vec![one, other];
    row.dedup();
    for (at, factor) in factors.iter().enumerate() {
        if at == one.0 || at == other.0 {
            continue;
        }
        let has_inner = row
            .iter()
            .any(|(inner, _)| factors[*inner].is_within(factor));
        if let Some(choice) = factor.object().filter(|_| has_inner) {
            row.push((at, choice));
            continue;
        }
        let gain = |choice: usize| {
            let meets = row
                .iter()
                .filter(|chosen| open.contains(&ordered(**chosen, (at, choice))));
            meets.count()
        };
        let best = (0..factor.choices.len())
            .rev()
            .max_by_key(|choice| gain(*choice));
        row.extend(best.map(|choice| (at, choice)));
    }
    row
}

pub(super) fn build(base: &Value, factors: &[Factor], chosen: &[Choice]) -> Value {
    let mut value = base.clone();
    let mut chosen = chosen.to_vec();
    // Outer places come first, because they would replace what is inside.
    chosen.sort_by_key(|(at, _)| factors[*at].path.len());
    for (at, choice) in chosen {
        let Some((name, outer)) = factors[at].path.split_last() else {
            continue;
        };
        let place = outer
            .iter()
            .try_fold(&mut value, |value, name| value.get_mut(name));
        let Some(object) = place.and_then(Value::as_object_mut) else {
            continue;
        };
        match &factors[at].choices[choice] {
            Some(value) => drop(object.insert(name.clone(), value.clone())),
            None => drop(object.remove(name)),
        }
    }
    value
}

/// Sorts values so that those that cover most new pairs come first: often not all are sent.
pub(super) fn most_first(factors: &[Factor], mut values: Vec<Value>) -> Vec<Value> {
    const FIRST: usize = 16;
    let mut pairs: Vec<Vec<(Choice, Choice)>> = values
        .iter()
        .map(|value| pairs_in(factors, value))
        .collect();
    let mut seen = HashSet::new();
    let mut first = Vec::new();
    while first.len() < FIRST && !values.is_empty() {
        let new = |at: usize| {
            pairs[at]
                .iter()
                .filter(|pair| !seen.contains(*pair))
                .count()
        };
        let best = (0..values.len()).rev().max_by_key(|at| new(*at));
        let Some(best) = best else { break };
        first.push(values.remove(best));
        seen.extend(pairs.remove(best));
    }
    first.extend(values);
    first
}

/// Returns the pairs of choices that are present in a value.
fn pairs_in(factors: &[Factor], value: &Value) -> Vec<(Choice, Choice)> {
    let held = factors.iter().enumerate().filter_map(|(at, factor)| {
        let mut choices = 0..factor.choices.len();
        Some((at, choices.find(|choice| factor.holds(*choice, value))?))
    });
    let held: Vec<Choice> = held.collect();
    let pairs = held.iter().enumerate().flat_map(|(at, one)| {
        let others = held[at + 1..].iter();
        others.map(|other| (*one, *other))
    });
    pairs.collect()
}
