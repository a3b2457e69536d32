//! What the methods of SDKs are called: `client.offers.list(…)`, not `client.offers.listOffers(…)`.
//! The names are the same in every language; a language converts them, and knows its keywords.

use std::collections::HashMap;

use spec::model::{Api, Operation};

use super::names::{LONGEST, words};

/// Returns the name of each operation's method in its group, in words that are separated by spaces:
/// what `x-sdk-name` says, or the `operationId` without the noun that the group already says. The
/// `operationId` stays whole where two methods of a group would otherwise have the same name.
pub(crate) fn methods(api: &Api) -> Vec<String> {
    let operations = api.operations.iter();
    let short: Vec<_> = operations.map(|operation| short(operation)).collect();
    let mut uses: HashMap<(Option<&str>, String), usize> = HashMap::new();
    for (operation, short) in api.operations.iter().zip(&short) {
        let whole = key(&operation.id);
        let short = short.as_deref().map(key);
        let both = short
            .filter(|short| *short != whole)
            .into_iter()
            .chain([whole]);
        for name in both {
            *uses.entry((group(operation), name)).or_default() += 1;
        }
    }
    let is_unique = |operation: &Operation, name: &str| uses[&(group(operation), key(name))] == 1;
    let operations = api.operations.iter().zip(short);
    let names = operations.map(|(operation, short)| {
        let short = short.filter(|name| is_unique(operation, name));
        short.unwrap_or_else(|| operation.id.clone())
    });
    names.collect()
}

/// The tag whose group has the operation.
fn group(operation: &Operation) -> Option<&str> {
    operation.tags.first().map(String::as_str)
}

/// Returns what two names have in common that are the same in some language.
fn key(name: &str) -> String {
    words(name, LONGEST).concat()
}

/// Returns the name that an operation would have in its group if it were alone there.
fn short(operation: &Operation) -> Option<String> {
    let given = operation.sdk_name.clone();
    given.or_else(|| without_noun(&operation.id, group(operation)?))
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

/// Returns where a noun is in a name: where it begins, and where it ends.
fn position(name: &[String], noun: &[String]) -> Option<(usize, usize)> {
    let is_noun = |words: &[String]| {
        let mut pairs = words.iter().zip(noun);
        pairs.all(|(word, noun)| singular(word) == singular(noun))
    };
    let start = name.windows(noun.len()).position(is_noun)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn name(id: &str, group: &str) -> String {
        without_noun(id, group).unwrap_or_else(|| id.to_owned())
    }

    #[test]
    fn a_method_does_not_repeat_the_noun_of_its_group() {
        for (id, group, expected) in [
            ("listOffers", "Offers", "list"),
            ("getOffer", "Offers", "get"),
            ("repos/list-for-org", "repos", "list for org"),
            ("droplets_list_kernels", "Droplets", "list kernels"),
            ("createApiClient", "API clients", "create"),
            ("createClient", "API clients", "create"),
            ("getUserByEmail", "Users", "get by email"),
            ("addUserToGroup", "Users", "add to group"),
            ("listPolicies", "Policy", "list"),
            ("closeBox", "boxes", "close"),
            ("readStatus", "Status", "read"),
            ("listCoreV1NamespacedPod", "core_v1", "list namespaced pod"),
        ] {
            assert_eq!(name(id, group), expected, "{id} of {group}");
        }
    }

    #[test]
    fn a_noun_that_a_name_needs_stays() {
        for (id, group) in [
            ("addUserToGroup", "Groups"),
            ("listOffersAndBuyers", "Buyers"),
            ("listOffersAndBuyers", "Offers"),
            ("offers", "Offers"),
            ("offersByBuyer", "Offers"),
            ("sendMessage", "Offers"),
            ("sendMessage", "!"),
        ] {
            assert_eq!(name(id, group), id, "{id} of {group}");
        }
    }
}
