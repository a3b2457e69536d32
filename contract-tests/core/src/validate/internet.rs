//! Validates host names and email addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Returns whether a text is a host name (RFC 1123 §2.1).
pub(super) fn is_hostname(text: &str) -> bool {
    text.len() <= 253
        && text
            .split('.')
            .all(|label| is_label(label, char::is_ascii_alphanumeric))
}

fn is_label(label: &str, is_letter: impl Fn(&char) -> bool) -> bool {
    (1..=63).contains(&label.len())
        && label
            .chars()
            .all(|character| is_letter(&character) || character == '-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Returns whether a text is an email address (RFC 5321 §4.1.2).
pub(super) fn is_email(text: &str) -> bool {
    text.is_ascii() && is_idn_email(text)
}

/// Returns whether a text is an email address that may have characters beyond ASCII (RFC 6531
/// §3.3).
pub(super) fn is_idn_email(text: &str) -> bool {
    text.rsplit_once('@')
        .is_some_and(|(local, domain)| is_local(local) && is_domain(domain))
}

fn is_local(local: &str) -> bool {
    let quoted = local
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match quoted {
        Some(quoted) => is_quoted(quoted),
        None => local
            .split('.')
            .all(|atom| !atom.is_empty() && atom.chars().all(is_atom)),
    }
}

fn is_atom(character: char) -> bool {
    character.is_alphanumeric()
        || "!#$%&'*+-/=?^_`{|}~".contains(character)
        || (!character.is_ascii() && !character.is_control() && !character.is_whitespace())
}

/// Returns whether a text is the inside of a quoted string: quotes and backslashes are escaped.
fn is_quoted(text: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let plain = match character {
            '"' => return false,
            '\\' => characters.next(),
            other => Some(other),
        };
        if plain.is_none_or(char::is_control) {
            return false;
        }
    }
    true
}

fn is_domain(domain: &str) -> bool {
    let literal = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(literal) = literal {
        let six = literal.strip_prefix("IPv6:");
        return six.is_some_and(|six| six.parse::<Ipv6Addr>().is_ok())
            || literal.parse::<Ipv4Addr>().is_ok();
    }
    let is_letter = |letter: &char| letter.is_alphanumeric();
    domain.len() <= 253 && domain.split('.').all(|label| is_label(label, is_letter))
}
