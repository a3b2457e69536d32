//! Names of tools, arguments and definitions.
//!
//! All consist of `A`–`Z`, `a`–`z`, `0`–`9`, `_`, `-` and `.`: MCP allows these for tools, models
//! accept them for arguments, and they need no escape in a JSON Pointer or a URI fragment.

use std::collections::{HashMap, HashSet};

use spec::model::{Operation, Parameter};

/// The longest name of a tool (MCP 2025-11-25, Tool Names).
const LONGEST_TOOL: usize = 128;
/// The longest name that models accept for an argument.
const LONGEST_ARGUMENT: usize = 64;
const LONGEST_DEFINITION: usize = 128;

/// The argument that holds the body.
pub(super) const BODY: &str = "body";

/// A scope of names, which are unique without regard to case.
#[derive(Debug)]
pub(super) struct Scope {
    longest: usize,
    taken: HashSet<String>,
    /// The number that was last appended to a name.
    last: HashMap<String, u64>,
}

impl Scope {
    fn new(longest: usize) -> Self {
        Self {
            longest,
            taken: HashSet::new(),
            last: HashMap::new(),
        }
    }

    /// Returns a scope for the definitions of a schema.
    pub(super) fn definitions() -> Self {
        Self::new(LONGEST_DEFINITION)
    }

    /// Returns the first unused candidate, or the last one with a number.
    pub(super) fn claim(&mut self, candidates: &[&str]) -> String {
        let converted: Vec<_> = candidates
            .iter()
            .filter_map(|candidate| convert(candidate, self.longest))
            .collect();
        for candidate in &converted {
            if self.insert(candidate) {
                return candidate.clone();
            }
        }
        self.numbered(converted.last().map_or("unnamed", String::as_str))
    }

    fn insert(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_ascii_lowercase())
    }

    fn numbered(&mut self, name: &str) -> String {
        loop {
            let last = self.last.entry(name.to_ascii_lowercase()).or_insert(1);
            *last += 1;
            let ending = format!("_{last}");
            let stem = &name[..name.len().min(self.longest - ending.len())];
            let candidate = format!("{stem}{ending}");
            if self.insert(&candidate) {
                return candidate;
            }
        }
    }

    /// Names items. A valid name is kept, even if other names would be converted to the same.
    fn claim_all<T>(
        &mut self,
        items: &[T],
        name: impl Fn(&T) -> &str,
        others: impl Fn(&T) -> Vec<String>,
    ) -> Vec<String> {
        let kept: Vec<_> = items
            .iter()
            .map(|item| is_name(name(item), self.longest) && self.insert(name(item)))
            .collect();
        let claim = |(item, kept): (&T, bool)| {
            if kept {
                return name(item).to_owned();
            }
            let others = others(item);
            let candidates: Vec<_> = others.iter().map(String::as_str).collect();
            self.claim(&candidates)
        };
        items.iter().zip(kept).map(claim).collect()
    }
}

/// Returns the names of tools: the operationIds, or method and path if nothing valid is left of
/// one.
pub(super) fn tools(operations: &[&Operation]) -> Vec<String> {
    let others = |operation: &&Operation| {
        let place = format!("{} {}", operation.method.field(), operation.path);
        match convert(&operation.id, LONGEST_TOOL) {
            Some(id) => vec![id],
            None => vec![place],
        }
    };
    Scope::new(LONGEST_TOOL).claim_all(operations, |operation| &operation.id, others)
}

/// Returns the names of arguments: those of the parameters, with their locations if two are the
/// same.
pub(super) fn arguments(parameters: &[&Parameter], has_body: bool) -> Vec<String> {
    let mut scope = Scope::new(LONGEST_ARGUMENT);
    if has_body {
        scope.insert(BODY);
    }
    let others = |parameter: &&Parameter| {
        let place = parameter.location.as_str();
        let name = convert(&parameter.name, LONGEST_ARGUMENT);
        let name = name.unwrap_or_else(|| "parameter".to_owned());
        vec![name.clone(), format!("{place}_{name}")]
    };
    scope.claim_all(parameters, |parameter| &parameter.name, others)
}

fn is_name(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.len()) && text.chars().all(is_allowed)
}

fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
}

/// Replaces invalid characters with `_`; `None` if nothing valid remains.
fn convert(text: &str, longest: usize) -> Option<String> {
    let words = text.split(|character| !is_allowed(character));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    name.truncate(longest);
    name.contains(|c: char| c.is_ascii_alphanumeric())
        .then_some(name)
}
