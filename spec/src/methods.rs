//! What the methods of SDKs are called: `client.offers.list(…)`, not `client.offers.listOffers(…)`.
//! The names are the same in every language; a language converts them, and knows its keywords.
//! `diff` compares them, because a name depends on the other operations of its group.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Api, Operation};
use crate::words::{LONGEST, words};

/// Returns the name of each operation's method in its group, in words that are separated by spaces:
/// what `x-sdk-name` says, or the `operationId` without the noun that the group already says. The
/// `operationId` stays whole where the other name belongs to another method of the group.
#[must_use]
pub fn methods(api: &Api) -> Vec<String> {
    let claims = Claims::new(api);
    let operations = api.operations.iter();
    let names = operations.map(|operation| {
        let wanted = wanted(operation).filter(|name| claims.other(operation, name).is_none());
        wanted.unwrap_or_else(|| operation.id.clone())
    });
    names.collect()
}

/// Reports each `x-sdk-name` that is not used, because another method of the group has that name.
pub fn name_clashes(api: &Api, diagnostics: &mut Diagnostics) {
    let claims = Claims::new(api);
    for operation in &api.operations {
        let Some(given) = &operation.sdk_name else {
            continue;
        };
        let Some(other) = claims.other(operation, &given.text) else {
            continue;
        };
        let message = format!(
            "the operations `{}` and `{}` of one group would both be the method `{}`",
            operation.id, other.id, given.text
        );
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, given.span, message);
        diagnostics.push(
            diagnostic
                .label("not used: the method is named after its `operationId`")
                .help("give one of them another `x-sdk-name`"),
        );
    }
}

/// A name in a group.
type Place<'a> = (Option<&'a str>, String);

/// Which operations claim a name, and why.
struct Claims<'a> {
    claims: HashMap<Place<'a>, Vec<(Claim, &'a Operation)>>,
}

/// Why an operation claims a name. A later reason does not take the name away from an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    /// It is its `operationId`, to which it may have to return.
    Id,
    /// It is its `x-sdk-name`.
    Given,
    /// It is what is left of its `operationId`.
    Short,
}

impl<'a> Claims<'a> {
    fn new(api: &'a Api) -> Self {
        let mut claims: HashMap<_, Vec<_>> = HashMap::new();
        for operation in &api.operations {
            let mut add = |claim, name: &str| {
                let place = (operation.tag(), key(name));
                claims.entry(place).or_default().push((claim, operation));
            };
            add(Claim::Id, &operation.id);
            if let Some(name) = wanted(operation) {
                add(claim(operation), &name);
            }
        }
        Self { claims }
    }

    /// Returns another operation that has at least as good a claim to the name that one wants.
    fn other(&self, operation: &Operation, name: &str) -> Option<&'a Operation> {
        let claims = self.claims.get(&(operation.tag(), key(name)))?;
        let mut others = claims.iter();
        let is_other = |(claim_of_other, other): &&(Claim, &Operation)| {
            !std::ptr::eq(*other, operation) && *claim_of_other <= claim(operation)
        };
        others.find(is_other).map(|(_, other)| *other)
    }
}

/// Returns why an operation claims the name that it wants.
fn claim(operation: &Operation) -> Claim {
    if operation.sdk_name.is_some() {
        Claim::Given
    } else {
        Claim::Short
    }
}

/// Returns what two names have in common that are the same in some language.
pub(crate) fn key(name: &str) -> String {
    words(name, LONGEST).concat()
}

/// Returns the name that an operation would have in its group if it were alone there, if that is
/// not its `operationId`.
fn wanted(operation: &Operation) -> Option<String> {
    let given = operation.sdk_name.as_ref().map(|given| given.text.clone());
    given.or_else(|| without_noun(&operation.id, operation.tag()?))
}

/// Returns a name without the words of its group, or the last of them: `listApiClients` of the
/// group "API clients" is `list`. Returns `None` if nothing sensible is left, and for names that
/// are cut off.
fn without_noun(name: &str, group: &str) -> Option<String> {
    if name.len().max(group.len()) > LONGEST {
        return None;
    }
    let name = words(name, LONGEST);
    let group = words(group, LONGEST);
    let mut nouns = (0..group.len()).map(|start| &group[start..]);
    let (start, end) = nouns.find_map(|noun| position(&name, noun))?;
    let (before, after) = (&name[..start], &name[end..]);
    let is_joined = |word: Option<&String>, words: &[&str]| {
        word.is_some_and(|word| words.contains(&word.as_str()))
    };
    let is_needed = is_joined(before.last(), PREPOSITIONS)
        || is_joined(before.last(), CONJUNCTIONS)
        || is_joined(after.first(), CONJUNCTIONS)
        || (before.is_empty() && is_joined(after.first(), PREPOSITIONS))
        || (before.is_empty() && after.is_empty());
    (!is_needed).then(|| [before, after].concat().join(" "))
}

/// Returns where a noun is in a name: where it begins, and where it ends. It is the first word, or
/// follows the verb: later, it is the head of another noun, as in `getUsageRecordReport` of the
/// group "Reports". At the beginning, a word of another number is a verb: `orderMeals` of the group
/// "Orders".
fn position(name: &[String], noun: &[String]) -> Option<(usize, usize)> {
    let is_noun = |words: &[String]| {
        let mut pairs = words.iter().zip(noun);
        pairs.all(|(word, noun)| singular(word) == singular(noun))
    };
    let mut places = name.windows(noun.len()).enumerate().take(2);
    let (start, _) =
        places.find(|(start, words)| is_noun(words) && (*start > 0 || *words == noun))?;
    Some((start, start + noun.len()))
}

/// Words after which the noun says something that the group does not: `addUserToGroup`.
const PREPOSITIONS: &[&str] = &[
    "about", "after", "as", "at", "before", "between", "by", "for", "from", "in", "into", "of",
    "on", "per", "than", "through", "to", "via", "with", "within", "without",
];

/// Words that join the noun to another: `listOffersAndBuyers`.
const CONJUNCTIONS: &[&str] = &["and", "or"];

/// Returns the singular of an English noun, roughly: only for comparison.
fn singular(word: &str) -> String {
    let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() > 1);
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    let sibilants = ["ss", "sh", "ch", "x", "z"];
    if let Some(stem) = stem("es").filter(|stem| sibilants.iter().any(|end| stem.ends_with(end))) {
        return stem.to_owned();
    }
    match stem("s") {
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}
