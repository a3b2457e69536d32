//! Imports, in the order of the linter.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::code::ident;
use super::layout::{import, join};
use crate::code::Code;

/// The module whose names everything has, unless something hides them.
const BUILTINS: &str = "builtins";

/// Imported names by module. The keys determine the order: standard library, third party, ours.
#[derive(Debug, Clone, Default)]
pub(super) struct Imports {
    known: BTreeMap<(usize, &'static str), Vec<&'static str>>,
    models: BTreeMap<String, Vec<String>>,
}

impl Imports {
    /// Adds a name that the generator knows.
    pub(super) fn add(&mut self, module: &'static str, name: &'static str) {
        let section = match module {
            "typing" | "dataclasses" | "datetime" | "decimal" | "uuid" | "collections.abc" => 0,
            module if !module.starts_with('.') => 1,
            module if module.starts_with("..") => 2,
            _ => 3,
        };
        let names = self.known.entry((section, module)).or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }

    /// Adds the module `builtins` itself.
    pub(super) fn add_builtins(&mut self) {
        self.known.entry((0, BUILTINS)).or_default();
    }

    /// Adds a type from a module next to this one.
    pub(super) fn add_model(&mut self, module: &str, name: &str) {
        let names = self.models.entry(module.to_owned()).or_default();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Adds all imports of another file.
    pub(super) fn extend(&mut self, other: &Self) {
        for ((_, module), names) in &other.known {
            if *module == BUILTINS {
                self.add_builtins();
            }
            for name in names {
                self.add(module, name);
            }
        }
        for (module, names) in &other.models {
            for name in names {
                self.add_model(module, name);
            }
        }
    }

    /// Returns the lines, with a blank line between sections.
    pub(super) fn print(&self, indent: usize) -> Code {
        let mut parts = Vec::new();
        let mut last = None;
        for ((section, module), names) in &self.known {
            let place = (*section).min(2);
            if last.is_some_and(|last| last != place) {
                parts.push(Code::fixed("\n"));
            }
            last = Some(place);
            if *module == BUILTINS {
                parts.push(code!(&Code::spaces(indent), "import builtins\n"));
                continue;
            }
            let names = sorted(names.iter().map(|name| (*name).to_owned()).collect());
            let names = names.iter().map(|name| ident(name)).collect();
            parts.push(import(indent, &Code::fixed(module), names));
            parts.push(Code::fixed("\n"));
        }
        if last.is_some_and(|last| last != 2) && !self.models.is_empty() {
            parts.push(Code::fixed("\n"));
        }
        let mut modules: Vec<_> = self.models.iter().collect();
        modules.sort_by(|(one, _), (other, _)| natural(one, other));
        for (module, names) in modules {
            let names = sorted(names.clone())
                .iter()
                .map(|name| ident(name))
                .collect();
            parts.push(import(indent, &code!(".", &ident(module)), names));
            parts.push(Code::fixed("\n"));
        }
        join(&parts)
    }

    /// Returns the imports from the standard library, one on each line.
    pub(super) fn standard(&self, indent: usize) -> Vec<Code> {
        let modules = self.known.iter().filter(|((section, _), _)| *section == 0);
        let lines = modules.map(|((_, module), names)| {
            let names = sorted(names.iter().map(|name| (*name).to_owned()).collect());
            let names = names.iter().map(|name| ident(name)).collect();
            import(indent, &Code::fixed(module), names)
        });
        lines.collect()
    }

    /// Returns whether types from the package of models are used.
    pub(super) fn has_models(&self) -> bool {
        let mut known = self.known.iter();
        known.any(|((_, module), names)| *module == ".." && names.contains(&"models"))
    }

    /// Returns whether there are no imports.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.models.is_empty()
    }

    /// Returns the lines below `if TYPE_CHECKING:`.
    pub(super) fn print_for_checkers(&self) -> Code {
        if self.is_empty() {
            return Code::default();
        }
        code!(
            "\nif TYPE_CHECKING:\n",
            &self.print(Code::spaces(4).as_str().len())
        )
    }
}

/// Returns the exported names of a module, in the order of the linter, which is case-sensitive
/// here.
pub(super) fn sorted_for_all(mut names: Vec<String>) -> Vec<String> {
    names.sort_by(|one, other| {
        let kinds = kind(one).cmp(&kind(other));
        kinds.then_with(|| natural_in(one, other))
    });
    names
}

/// Sorts constants before classes before others, as the linter does.
pub(super) fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_by(|one, other| {
        let kinds = kind(one).cmp(&kind(other));
        kinds
            .then_with(|| natural(one, other))
            .then_with(|| one.cmp(other))
    });
    names
}

fn kind(name: &str) -> u8 {
    let has_lower = name.bytes().any(|b| b.is_ascii_lowercase());
    let has_upper = name.bytes().any(|b| b.is_ascii_uppercase());
    if name.len() > 1 && has_upper && !has_lower {
        0
    } else if name.starts_with(|first: char| first.is_ascii_uppercase()) {
        1
    } else {
        2
    }
}

/// Compares names, with the numbers in them compared as numbers.
pub(super) fn natural(one: &str, other: &str) -> Ordering {
    natural_in(&one.to_ascii_lowercase(), &other.to_ascii_lowercase())
}

fn natural_in(mut one: &str, mut other: &str) -> Ordering {
    loop {
        match (one.chars().next(), other.chars().next()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit() => {
                let (left, rest) = digits(one);
                let (right, others) = digits(other);
                let order = compare_digits(left, right);
                if order != Ordering::Equal {
                    return order;
                }
                (one, other) = (rest, others);
            }
            (Some(a), Some(b)) if a == b => {
                (one, other) = (&one[a.len_utf8()..], &other[b.len_utf8()..]);
            }
            (Some(a), Some(b)) => return a.cmp(&b),
        }
    }
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Compares digits; after a leading zero they count as a fraction.
fn compare_digits(one: &str, other: &str) -> Ordering {
    if one.starts_with('0') || other.starts_with('0') {
        return one.cmp(other);
    }
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}
