//! Mutates documents in interesting places: the result is JSON, nearly always a description, and
//! usually one that reaches the targets.

use fastrand::Rng;

use crate::grow;
use crate::parts;
use crate::seeds::POOL;
use crate::tree::{self, Tree};
use crate::words::{APPLICATORS, HOLDERS, NUMBERS, STRINGS, TYPES};

/// The maximum size of documents that are enlarged, in values.
const MOST_VALUES: usize = 8_000;

/// How often a mutation is tried again that makes a description useless.
const TRIES: usize = 6;

/// Changes a document in a few places, usually so that it still has a model; `None` if the bytes
/// are not a document.
#[must_use]
pub fn mutate(bytes: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let tree = tree::read(bytes)?;
    let tries = if rng.u8(0..8) == 0 { 1 } else { TRIES };
    let mut changed = Vec::new();
    for _ in 0..tries {
        let mut tree = tree.clone();
        for _ in 0..rng.usize(1..=4) {
            change(&mut tree, rng);
        }
        changed = text(&mut tree).into_bytes();
        if crate::has_model(&changed) {
            break;
        }
    }
    Some(changed)
}

/// Inserts a part of one document into another; `None` if one of them is not a document.
#[must_use]
pub fn cross(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let (mut tree, mut other) = (tree::read(bytes)?, tree::read(other)?);
    let (name, value) = any_entry(&mut other, rng)?;
    let (name, value) = (name.map(str::to_owned), value.clone());
    match any_container(&mut tree, rng)? {
        Tree::Array(items) => items.insert(rng.usize(0..=items.len()), value),
        Tree::Object(members) => {
            let name = name.unwrap_or_else(|| string(rng));
            match members.iter_mut().find(|(taken, _)| *taken == name) {
                Some((_, place)) => *place = value,
                None => members.push((name, value)),
            }
        }
        _ => {}
    }
    Some(text(&mut tree).into_bytes())
}

/// Returns the document as JSON, or as YAML if only that can express it.
fn text(tree: &mut Tree) -> String {
    let mut is_json = true;
    tree.walk(&mut |value| {
        is_json &= !matches!(value, Tree::Plain(text) if text.starts_with(['&', '*']));
    });
    let mark = if is_json { "" } else { "# YAML\n" };
    format!("{mark}{}", tree.write())
}

fn change(tree: &mut Tree, rng: &mut Rng) {
    let large = tree.size() > MOST_VALUES;
    match rng.usize(0..if large { 10 } else { 25 }) {
        0 => delete(tree, rng),
        1 => replace(tree, rng, leaf),
        2 => replace(tree, rng, |_| Tree::Object(Vec::new())),
        3..=5 => rename_with_references(tree, rng),
        6 => rename(tree, rng),
        7 | 8 => refer_elsewhere(tree, rng),
        9 => swap(tree, rng),
        10..=13 => insert(tree, rng),
        14 | 15 => splice(tree, rng),
        16 => refer(tree, rng),
        17 => double(tree, rng),
        18 => copy(tree, rng),
        19 => grow::tower(tree, rng),
        20 => {
            if let Some(container) = any_container(tree, rng) {
                grow::crowd(container, rng);
            }
        }
        21 => wrap(tree, rng),
        22 | 23 => parts::outline(tree, rng),
        _ => parts::overlay(tree, rng),
    }
}

/// Returns an array or an object that is not empty.
fn any_container<'t>(tree: &'t mut Tree, rng: &mut Rng) -> Option<&'t mut Tree> {
    let mut numbers = Vec::new();
    let mut number = 0;
    tree.walk(&mut |value| {
        if value.children().next().is_some() {
            numbers.push(number);
        }
        number += 1;
    });
    tree.at(*rng.choice(&numbers)?)
}

/// Returns a value within another one, and its name.
pub(crate) fn any_entry<'t>(
    tree: &'t mut Tree,
    rng: &mut Rng,
) -> Option<(Option<&'t str>, &'t mut Tree)> {
    match any_container(tree, rng)? {
        Tree::Array(items) => rng.choice(items).map(|item| (None, item)),
        Tree::Object(members) => {
            let (name, value) = rng.choice(members)?;
            Some((Some(name), value))
        }
        _ => None,
    }
}

fn delete(tree: &mut Tree, rng: &mut Rng) {
    match any_container(tree, rng) {
        Some(Tree::Array(items)) => drop(items.remove(rng.usize(0..items.len()))),
        Some(Tree::Object(members)) => drop(members.remove(rng.usize(0..members.len()))),
        _ => {}
    }
}

fn replace(tree: &mut Tree, rng: &mut Rng, with: impl Fn(&mut Rng) -> Tree) {
    if let Some((name, value)) = any_entry(tree, rng) {
        *value = match name {
            Some("type") => Tree::text(pick(rng, TYPES)),
            _ => with(rng),
        };
    }
}

/// Replaces a value with one that has the same name in a seed.
fn splice(tree: &mut Tree, rng: &mut Rng) {
    let Some((name, value)) = any_entry(tree, rng) else {
        return;
    };
    let same = name.map_or(&[][..], |name| POOL.values(name));
    match rng.choice(same) {
        Some(other) => *value = other.clone(),
        None => *value = from_pool(rng).1,
    }
}

/// Adds a property, usually one from a seed.
fn insert(tree: &mut Tree, rng: &mut Rng) {
    let (name, value) = from_pool(rng);
    match any_container(tree, rng) {
        Some(Tree::Array(items)) => items.insert(rng.usize(0..=items.len()), value),
        Some(Tree::Object(members)) => {
            let name = if rng.u8(0..6) == 0 { string(rng) } else { name };
            members.retain(|(taken, _)| *taken != name);
            members.insert(rng.usize(0..=members.len()), (name, value));
        }
        _ => {}
    }
}

/// Repeats an item, or a property under a nearly equal name.
fn double(tree: &mut Tree, rng: &mut Rng) {
    match any_container(tree, rng) {
        Some(Tree::Array(items)) => {
            let item = rng.choice(&*items).cloned();
            items.extend(item);
        }
        Some(Tree::Object(members)) => {
            if let Some((name, value)) = rng.choice(&*members).cloned() {
                members.push((alike(&name, rng), value));
            }
        }
        _ => {}
    }
}

fn copy(tree: &mut Tree, rng: &mut Rng) {
    let Some(from) = any_entry(tree, rng).map(|(_, value)| value.clone()) else {
        return;
    };
    if let Some((_, to)) = any_entry(tree, rng) {
        *to = from;
    }
}

fn swap(tree: &mut Tree, rng: &mut Rng) {
    match any_container(tree, rng) {
        Some(Tree::Array(items)) => rng.shuffle(items),
        Some(Tree::Object(members)) => rng.shuffle(members),
        _ => {}
    }
}

/// Wraps a value in a schema or another object.
fn wrap(tree: &mut Tree, rng: &mut Rng) {
    let more = from_pool(rng).1;
    let Some((_, value)) = any_entry(tree, rng) else {
        return;
    };
    let inner = value.clone();
    *value = match rng.u8(0..5) {
        0 => Tree::Array(vec![inner]),
        1 => Tree::object(pick(rng, HOLDERS), inner),
        2 => Tree::object("properties", Tree::object(&string(rng), inner)),
        3 => Tree::object(pick(rng, APPLICATORS), Tree::Array(vec![inner, more])),
        _ => Tree::object(pick(rng, APPLICATORS), Tree::Array(vec![inner])),
    };
}

fn rename(tree: &mut Tree, rng: &mut Rng) {
    if let Some(Tree::Object(members)) = any_container(tree, rng)
        && let Some((name, _)) = rng.choice(members)
    {
        *name = alike(&*name, rng);
    }
}

/// Renames a component, and everything that refers to it.
fn rename_with_references(tree: &mut Tree, rng: &mut Rng) {
    let Some((section, name)) = any_component(tree, rng) else {
        return rename(tree, rng);
    };
    let new = alike(&name, rng);
    let pointer = |name: &str| format!("#/components/{section}/{}", tree::segment(name));
    let (old_pointer, new_pointer) = (pointer(&name), pointer(&new));
    tree.walk(&mut |value| match value {
        Tree::Text(text) if *text == old_pointer => text.clone_from(&new_pointer),
        Tree::Object(members) => {
            let mut named = members.iter_mut().filter(|(taken, _)| *taken == name);
            if let Some((taken, _)) = named.next() {
                taken.clone_from(&new);
            }
        }
        _ => {}
    });
}

/// Returns the section and the name of a component.
fn any_component(tree: &Tree, rng: &mut Rng) -> Option<(String, String)> {
    let member = |tree: &Tree, name: &str| match tree {
        Tree::Object(members) => members.iter().find(|(n, _)| n == name).cloned(),
        _ => None,
    };
    let Tree::Object(sections) = member(tree, "components")?.1 else {
        return None;
    };
    let (section, components) = rng.choice(sections)?;
    let Tree::Object(components) = components else {
        return None;
    };
    Some((section, rng.choice(components)?.0))
}

/// Replaces a value with a reference.
fn refer(tree: &mut Tree, rng: &mut Rng) {
    let target = any_target(tree, rng);
    if let Some((_, value)) = any_entry(tree, rng) {
        *value = Tree::reference(&target);
    }
}

/// Changes the target of a reference.
fn refer_elsewhere(tree: &mut Tree, rng: &mut Rng) {
    let target = any_target(tree, rng);
    let mut references = 0;
    tree.walk(&mut |value| references += usize::from(is_reference(value)));
    if references == 0 {
        return;
    }
    let mut left = rng.usize(0..references);
    tree.walk(&mut |value| {
        if is_reference(value) {
            if left == 0 {
                *value = Tree::reference(&target);
            }
            left = left.wrapping_sub(1);
        }
    });
}

fn is_reference(value: &Tree) -> bool {
    matches!(value, Tree::Object(members) if members.iter().any(|(name, _)| name == "$ref"))
}

/// Returns a target for references, usually a schema.
fn any_target(tree: &Tree, rng: &mut Rng) -> String {
    let all = tree.pointers();
    let schemas = all.iter().filter(|pointer| {
        let name = pointer.strip_prefix("#/components/schemas/");
        name.is_some_and(|name| !name.contains('/'))
    });
    let schemas: Vec<_> = schemas.collect();
    let target = match rng.u8(0..8) {
        0 => return string(rng),
        1 | 2 => rng.choice(&all).map(String::as_str),
        _ => rng.choice(&schemas).map(|target| target.as_str()),
    };
    target.unwrap_or("#").to_owned()
}

/// Returns a nearly equal name, or a hostile one.
fn alike(name: &str, rng: &mut Rng) -> String {
    match rng.u8(0..8) {
        0 => name.to_uppercase(),
        1 => name.to_lowercase(),
        2 => format!("{name}_"),
        3 => format!("{name}{}", pick(rng, STRINGS)),
        4 => format!("{}{name}", pick(rng, STRINGS)),
        _ => string(rng),
    }
}

/// Returns a string: a hostile one, two hostile ones joined, or a long one.
pub(crate) fn string(rng: &mut Rng) -> String {
    let one = pick(rng, STRINGS);
    match rng.u8(0..12) {
        0 => one.repeat(rng.usize(1..200)),
        1 | 2 => format!("{one}{}", pick(rng, STRINGS)),
        _ => one.to_owned(),
    }
}

fn leaf(rng: &mut Rng) -> Tree {
    match rng.u8(0..10) {
        0 => Tree::plain("null"),
        1 => Tree::plain("true"),
        2 => Tree::plain("false"),
        3 => Tree::Array(Vec::new()),
        4..=6 => Tree::plain(pick(rng, NUMBERS)),
        _ => Tree::Text(string(rng)),
    }
}

/// Returns a property of a seed; a leaf under a hostile name if there are no seeds.
fn from_pool(rng: &mut Rng) -> (String, Tree) {
    let name = rng.choice(&POOL.names).cloned();
    let name = name.unwrap_or_else(|| string(rng));
    let value = rng.choice(POOL.values(&name)).cloned();
    let value = value.unwrap_or_else(|| leaf(rng));
    (name, value)
}

/// Returns a value that has this name in a seed.
pub(crate) fn any_of_pool(name: &str, rng: &mut Rng) -> Tree {
    let value = rng.choice(POOL.values(name)).cloned();
    value.unwrap_or_else(|| leaf(rng))
}

pub(crate) fn pick(rng: &mut Rng, words: &'static [&'static str]) -> &'static str {
    rng.choice(words).copied().unwrap_or_default()
}
