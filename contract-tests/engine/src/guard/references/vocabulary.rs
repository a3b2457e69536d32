//! Words in names, and what they say about the values.

/// Names of objects that only wrap the item (JSON:API §7, and common practice).
pub(super) const ENVELOPES: &[&str] = &["data", "attributes", "item", "payload", "result"];

/// Names of properties that identify their object to people.
pub(super) const KEYS: &[&str] = &[
    "code", "domain", "email", "handle", "key", "login", "name", "path", "realm", "slug",
    "username",
];

/// Last words of further properties by which a service may recognize an existing item.
pub(super) const NATURAL_KEYS: &[&str] = &[
    "account",
    "alias",
    "barcode",
    "ean",
    "external",
    "fqdn",
    "gtin",
    "host",
    "hostname",
    "iban",
    "isbn",
    "label",
    "license",
    "mobile",
    "nickname",
    "number",
    "phone",
    "plate",
    "reference",
    "serial",
    "sku",
    "subdomain",
    "subject",
    "tag",
    "title",
    "upc",
    "vin",
];

/// Words of properties that name another item, which a request may change as well.
pub(super) const RELATIONS: &[&str] = &[
    "assignee",
    "blocks",
    "child",
    "children",
    "companion",
    "destination",
    "duplicate",
    "into",
    "linked",
    "original",
    "owner",
    "parent",
    "peer",
    "predecessor",
    "related",
    "replaces",
    "replacement",
    "reply",
    "sibling",
    "siblings",
    "source",
    "successor",
    "supersedes",
    "target",
];

/// Words that do so only if they are the full name.
pub(super) const WHOLE_RELATIONS: &[&str] =
    &["after", "before", "from", "other", "others", "to", "with"];

/// Last words of properties that order an item among others, which may then move.
pub(super) const PLACES: &[&str] = &["ordinal", "position", "rank", "sequence"];

/// First words of flags that make a request do more than it says.
pub(super) const HARMFUL_FLAGS: &[&str] = &[
    "acknowledge",
    "ack",
    "clean",
    "clear",
    "consume",
    "delete",
    "discard",
    "drain",
    "drop",
    "empty",
    "erase",
    "flush",
    "invalidate",
    "mark",
    "notify",
    "overwrite",
    "prune",
    "purge",
    "remove",
    "replace",
    "reset",
    "revoke",
    "send",
    "stop",
    "truncate",
    "wipe",
];

/// Words of query parameters that select nothing, in a request that deletes an item.
pub(super) const BENIGN: &[&str] = &[
    "async",
    "comment",
    "etag",
    "force",
    "forced",
    "hard",
    "message",
    "permanent",
    "permanently",
    "reason",
    "rev",
    "revision",
    "timeout",
    "version",
    "wait",
];

/// Last words of properties that make their item the only one of its kind.
pub(super) const EXCLUSIVE: &[&str] = &["current", "default", "exclusive", "preferred", "primary"];

/// Query parameters that only choose what a response shows.
pub(super) const SHOWING: &[&str] = &[
    "embed", "expand", "fields", "include", "prefer", "return", "select",
];

/// Last words of properties that hold ids.
pub(super) const ID_WORDS: &[&str] = &[
    "id",
    "identifier",
    "ids",
    "key",
    "ref",
    "uid",
    "uuid",
    "uuids",
];

/// Header fields that describe the message or its sender, besides those whose names begin with
/// `Accept`.
pub(super) const OF_MESSAGES: &[&str] = &[
    "authorization",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "host",
    "user-agent",
];

/// Returns whether a header field describes the message, its sender or the wanted form of the
/// response, and never an item (RFC 9110 §7.2, §8.3 to 8.6, §10.1.5, §11.6.2, §12.5).
pub(super) fn is_of_message(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("accept") || OF_MESSAGES.contains(&name.as_str())
}

/// Returns whether a flag whose name has these words makes its item the only one of its kind:
/// `isDefault`.
#[must_use]
pub fn is_exclusive(words: &[String]) -> bool {
    let last = words.last();
    last.is_some_and(|last| EXCLUSIVE.contains(&last.as_str()))
}

/// Returns whether a property whose name has these words may be a key that people choose.
#[must_use]
pub fn is_natural_key(words: &[String]) -> bool {
    let last = words.last().map_or("", String::as_str);
    KEYS.contains(&last) || NATURAL_KEYS.contains(&last)
}

/// Returns words in the singular.
pub(in crate::guard) fn stems(words: &[String]) -> Vec<String> {
    words.iter().map(|word| singular(word)).collect()
}

/// Returns whether words end with those of a resource's name, both in the singular.
pub(in crate::guard) fn names(words: &[String], resource: &[String]) -> bool {
    !resource.is_empty() && words.ends_with(resource)
}

fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(end) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let is_plural =
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    if is_plural {
        word[..word.len() - 1].to_owned()
    } else {
        word.to_owned()
    }
}
