//! Grows descriptions so that they demand more work than their size suggests: towers, in which each
//! level contains the one below twice, and crowds of nearly equal names.

use fastrand::Rng;

use crate::tree::Tree;

/// The height of towers; each level can double the size.
const LEVELS: usize = 24;

/// The number of properties in a crowd.
const CROWD: usize = 400;

/// The maximum size of a document with a crowd, in bytes.
const MOST_BYTES: usize = 48 << 10;

/// Adds a tower of schemas, and a reference to its top.
pub(crate) fn tower(tree: &mut Tree, rng: &mut Rng) {
    let (levels, by_alias, kind) = (rng.usize(2..=LEVELS), rng.bool(), rng.u8(0..9));
    let mixed = rng.u8(0..4) == 0;
    let Some(schemas) = tree.schemas() else {
        return;
    };
    let base = super::mutate::any_of_pool("schema", rng);
    let base = if by_alias { anchored(0, &base) } else { base };
    schemas.push(("T0".to_owned(), base));
    for level in 1..=levels {
        let below = if by_alias {
            Tree::Plain(format!("*t{}", level - 1))
        } else {
            Tree::reference(&format!("#/components/schemas/T{}", level - 1))
        };
        let kind = if mixed { rng.u8(0..9) } else { kind };
        let value = story(kind, level, &below);
        let value = if by_alias {
            anchored(level, &value)
        } else {
            value
        };
        schemas.push((format!("T{level}"), value));
    }
}

/// Returns a value with a YAML anchor, which `*name` refers to elsewhere.
fn anchored(level: usize, value: &Tree) -> Tree {
    Tree::Plain(format!("&t{level} {}", value.write()))
}

/// Returns a schema that contains another one, usually twice.
fn story(kind: u8, level: usize, below: &Tree) -> Tree {
    let member = |name: String, value| Tree::Object(vec![(name, value)]);
    let two = |one: &Tree, other| Tree::Array(vec![one.clone(), other]);
    let properties = |name: String, value| {
        Tree::Object(vec![
            ("type".to_owned(), Tree::text("object")),
            ("properties".to_owned(), member(name, value)),
        ])
    };
    let own = properties(format!("p{level}"), Tree::Object(Vec::new()));
    let deeper = properties(format!("q{level}"), below.clone());
    match kind {
        0 => Tree::object("properties", pair(below)),
        1 => Tree::object("allOf", two(below, below.clone())),
        2 => Tree::object("allOf", two(below, own)),
        3 => Tree::object("oneOf", two(below, own)),
        4 => Tree::object("anyOf", two(below, deeper)),
        5 => Tree::object("items", below.clone()),
        6 => Tree::object("additionalProperties", Tree::object("items", below.clone())),
        7 => Tree::object(
            "allOf",
            two(below, Tree::object("oneOf", two(&own, deeper))),
        ),
        _ => Tree::object(
            "oneOf",
            two(&deeper, Tree::object("allOf", two(below, own))),
        ),
    }
}

fn pair(below: &Tree) -> Tree {
    let name = str::to_owned;
    Tree::Object(vec![(name("a"), below.clone()), (name("b"), below.clone())])
}

/// Repeats a property under nearly equal names, or repeats an item.
pub(crate) fn crowd(container: &mut Tree, rng: &mut Rng) {
    let most = rng.usize(2..=CROWD);
    let separators = ["", "_", "-", " ", ".", "/"];
    match container {
        Tree::Array(items) => {
            if let Some(item) = rng.choice(&*items).cloned() {
                let count = most.min(MOST_BYTES / (item.write().len() + 1));
                items.extend(std::iter::repeat_n(item, count));
            }
        }
        Tree::Object(members) => {
            if let Some((name, value)) = rng.choice(&*members).cloned() {
                let separator = rng.choice(separators).unwrap_or_default();
                let count = most.min(MOST_BYTES / (value.write().len() + name.len() + 8));
                let same = rng.bool();
                members.extend((0..count).map(|number| {
                    let ending = if same {
                        separator.repeat(number % 60)
                    } else {
                        format!("{separator}{number}")
                    };
                    (format!("{name}{ending}"), value.clone())
                }));
            }
        }
        _ => {}
    }
}
