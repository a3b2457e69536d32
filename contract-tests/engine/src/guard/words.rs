//! Words that show that an operation acts beyond one item: in its path, its id or its
//! documentation.

use spec::model::Operation;

/// Verbs of operations that delete, reset, move or stop something, or act on many items at once.
const HARMFUL: &str = "\
    abort archive ban batch block broadcast bulk cancel change charge clean cleanup clear \
    close deactivate delete demote deploy destroy detach disable disconnect discard drop \
    email empty erase eval exec execute expire flush halt impersonate import invalidate \
    invite kick kill lock logoff logout mail mass merge migrate move notify overwrite pause \
    pay promote prune purge reassign reboot rebuild recalculate recompute refund reindex \
    reload remove rename replace reset resize restart restore revert revoke rollback rotate \
    scale send settle shutdown signoff signout sms stop suspend swap sync synchronize \
    terminate transfer trash truncate unassign unblock uninstall unlink unlock unpublish \
    unregister unsubscribe update upgrade upsert wipe withdraw";

/// Nouns whose creation is itself an act: to create a transfer is to move money.
const ACTING: &str = "\
    broadcast bulk cancellation charge cleanup command deactivation deletion email erasure \
    execution failover graphql import invitation invite jsonrpc logout mail message migration \
    notification payment payout procedure purge reboot refund removal reset restart restore \
    revocation rollback rotation rpc script setting shutdown sms soap suspension termination \
    transfer wipe withdrawal xmlrpc";

/// Words of operations that reach people or money outside of the deployment.
const OUTWARD: &str = "\
    broadcast charge email invitation invite mail notification notify pay payment payout \
    refund send settle sms transfer withdraw withdrawal";

/// Verbs with which even a GET acts, at the start of its path or id. Verbs that are also nouns for
/// what is read (`archive`, `run`, `trigger`) are left out.
const ACTING_READS: &str = "\
    accept ack acknowledge activate approve ban cancel claim clear close confirm consume deactivate \
    decline decrement delete dequeue destroy disable disconnect discard drain drop empty enable \
    erase evict execute expire flush halt impersonate increment invalidate kick kill logoff logout \
    migrate pause pop prune purge reboot rebuild recalculate recompute redeem refresh regenerate \
    reindex reject reload remove resend reset restart restore resume revoke rollback rotate send \
    shutdown signoff signout stop suspend terminate toggle truncate unban unblock uninstall unlock \
    unpublish unregister unsubscribe upgrade vacuum wipe";

/// Words that are verbs as often as nouns: a path that ends in one acts, unless the operation id
/// begins with a reading verb.
const AMBIGUOUS_READS: &str = "\
    apply archive backup deploy launch lock publish run start sync synchronize trigger wake";

/// Verbs of operations that create something.
const MAKING: &str = "\
    add book create insert issue make new open order place record register report save \
    schedule start store submit upload";

/// Verbs of operations that read.
const READING: &str = "\
    check count describe download export fetch find get has head is list lookup poll query \
    read retrieve search show test validate view";

/// Quantities in the documentation that show that an operation acts on more than one item.
const ALL: &str = "\
    all every everything everyone multiple several";

/// Path segments that lead to what belongs to the caller.
const CALLER: &str = "current me mine my myself own self";

/// Values and names that select everything.
const EVERYTHING: &str = "all any every everyone everything global";

/// Returns the word by which a creation shows that it does more than create an item; `None` for a
/// plain one. With `has_items`, the description has a path for the items: the last segment is then
/// a noun (`/archives`), unless the operation id begins with a verb other than one of creation.
pub(super) fn of_creation(operation: &Operation, has_items: bool) -> Option<String> {
    let path = last_static(&operation.path);
    let id = tokens(&operation.id);
    let is_making = id.first().is_some_and(|verb| is_of(verb, MAKING));
    let verbs = if is_making && has_items {
        None
    } else {
        find(&path, HARMFUL).or_else(|| find(&id, HARMFUL))
    };
    let nouns = find(&path, ACTING).or_else(|| find(&id, ACTING));
    nouns.or(verbs).or_else(|| of_prose(operation))
}

/// Returns the word by which an action on an item shows that it reaches beyond the deployment.
pub(super) fn of_outward_action(operation: &Operation) -> Option<String> {
    find(&last_static(&operation.path), OUTWARD).or_else(|| find(&tokens(&operation.id), OUTWARD))
}

/// Returns the word by which a read shows that it acts: a verb at the end of its path, in an
/// operation id that does not begin with a reading verb, or at the start of its documentation.
pub(super) fn of_read(operation: &Operation) -> Option<String> {
    let id = tokens(&operation.id);
    // An id that was derived from the method and the path adds no information.
    let is_reading = operation.id_given && id.first().is_some_and(|verb| is_of(verb, READING));
    verb_of_path(&operation.path, is_reading)
        .or_else(|| acting(&id).filter(|_| !is_reading))
        .or_else(|| acting_prose(operation))
}

/// Returns the verb of a path that acts: in its last segment or, if that is a variable, the segment
/// before it (`/unsubscribe/{token}`).
fn verb_of_path(path: &str, is_reading: bool) -> Option<String> {
    let mut segments = path.trim_end_matches('/').rsplit('/');
    // `/items/{id}:delete`, but not `/{id}`.
    let name = segments.next()?.rsplit('}').next()?;
    let words = tokens(name);
    if words.is_empty() {
        let before = tokens(segments.next()?);
        return match before.as_slice() {
            [word] if is_of(word, ACTING_READS) => Some(word.clone()),
            _ => None,
        };
    }
    let ambiguous = match words.as_slice() {
        [word] if !is_reading && is_of(word, AMBIGUOUS_READS) => Some(word.clone()),
        _ => None,
    };
    acting(&words).or(ambiguous)
}

/// Returns the verb by which a tool shows that it acts, whatever its endpoint claims.
pub(super) fn of_tool(name: &str) -> Option<String> {
    acting(&tokens(name))
}

/// Returns whether a name begins with a reading verb.
pub(super) fn reads(name: &str) -> bool {
    tokens(name)
        .first()
        .is_some_and(|verb| is_of(verb, READING))
}

/// Returns the verb at the start of a read's documentation: "Clears the cache.".
fn acting_prose(operation: &Operation) -> Option<String> {
    let texts = [&operation.summary, &operation.description];
    texts.into_iter().flatten().find_map(|text| {
        let first = text.split_whitespace().next()?.to_lowercase();
        let verb = first.strip_suffix('s').unwrap_or(&first);
        // `flushes`
        let stem = verb.strip_suffix('e').unwrap_or(verb);
        let known = [verb, stem]
            .into_iter()
            .find(|one| is_of(one, ACTING_READS));
        known.map(str::to_owned)
    })
}

/// Returns a verb that acts: the first word (`deleteUser`), the last one (`users.delete`), or one
/// before a quantity (`users.deleteAll`). `deleted-users` and `user-delete-requests` have none.
fn acting(words: &[String]) -> Option<String> {
    let mut all = words.iter().enumerate();
    let found = all.find(|(at, word)| {
        let next = words.get(at + 1);
        let is_verb = *at == 0 || next.is_none_or(|next| is_of(next, ALL) || next == "by");
        is_verb && is_of(word, ACTING_READS)
    });
    found.map(|(_, word)| word.clone())
}

/// Returns the harmful verb at the start of a sentence of the documentation, or the quantity that it
/// acts on. Other sentences, for example about errors, do not start with a verb.
fn of_prose(operation: &Operation) -> Option<String> {
    let texts = [&operation.summary, &operation.description];
    let sentences = texts
        .into_iter()
        .flatten()
        .flat_map(|text| text.split(['.', '\n', ';']));
    sentences.take(6).find_map(|sentence| {
        let words = tokens(sentence);
        let verb = find(words.get(..1)?, HARMFUL)?;
        let all = words.iter().any(|word| is_of(word, ALL));
        Some(if all { format!("{verb} all") } else { verb })
    })
}

/// Returns whether a path leads to what belongs to the caller: `/me/token`.
pub(super) fn is_of_caller(path: &str) -> bool {
    let mut segments = path.split('/');
    segments.any(|one| is_of(&one.to_lowercase(), CALLER))
}

/// Returns whether a name selects everything: `all`, `applyToAll`.
pub(super) fn names_everything(words: &[String]) -> bool {
    words.last().is_some_and(|word| is_of(word, EVERYTHING))
}

/// Returns the words of the segments after the last variable of a path.
fn last_static(path: &str) -> Vec<String> {
    let path = path.trim_end_matches('/');
    let after = path.rfind('}').map_or(path, |at| &path[at + 1..]);
    // Only the last two segments say what an operation does; those before say where.
    let segments: Vec<&str> = after.split('/').filter(|one| !one.is_empty()).collect();
    let last = segments.iter().rev().take(2);
    last.flat_map(|segment| tokens(segment)).collect()
}

/// Returns whether a list contains exactly this word.
fn is_of(word: &str, known: &str) -> bool {
    known.split_whitespace().any(|one| one == word)
}

fn find(words: &[String], known: &str) -> Option<String> {
    words.iter().find(|word| is_in(word, known)).cloned()
}

/// Returns whether a list contains a word or its stem: `deletes`, `deleted`, `deleting`,
/// `deletions`.
fn is_in(word: &str, known: &str) -> bool {
    let stems = known.split_whitespace().any(|one| {
        let Some(end) = word.strip_prefix(one) else {
            // `purging`, `removed`: the last letter is dropped or doubled.
            let stem = one.strip_suffix('e').unwrap_or(one);
            return word
                .strip_prefix(stem)
                .is_some_and(|end| matches!(end, "ing" | "al" | "es"));
        };
        let doubled = one.chars().last().map(|last| format!("{last}ed"));
        let doubling = one.chars().last().map(|last| format!("{last}ing"));
        matches!(
            end,
            "" | "s" | "d" | "ed" | "es" | "ing" | "all" | "by" | "many"
        ) || Some(end) == doubled.as_deref()
            || Some(end) == doubling.as_deref()
    });
    stems || (word == "shut" && is_of("shutdown", known))
}

/// Splits a name or text into words, in lower case: `bulkDelete-all_v2` is bulk, delete, all, v2.
pub fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let is_next_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase()
            && (before.is_lowercase()
                || before.is_numeric()
                || is_next_lower && before.is_uppercase());
        if !letter.is_alphanumeric() || begins {
            all.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    all.extend((!word.is_empty()).then_some(word));
    all
}

#[cfg(test)]
mod tests {
    use super::{HARMFUL, acting, is_in, of_tool, reads, tokens, verb_of_path};

    #[test]
    fn reads_act_by_a_verb_and_not_by_a_noun() {
        let acts = |name: &str| acting(&tokens(name)).is_some();
        for name in [
            "deleteUser",
            "users.delete",
            "items.deleteAll",
            "logout",
            "purgeCache",
        ] {
            assert!(acts(name), "{name}");
        }
        for name in [
            "deleted-users",
            "user-delete-requests",
            "stopwatch",
            "resetting",
        ] {
            assert!(!acts(name), "{name}");
        }
    }

    #[test]
    fn paths_of_reads_act_by_their_last_verb() {
        let acts = |path: &str| verb_of_path(path, false).is_some();
        for path in [
            "/jobs/{id}/run",
            "/unsubscribe/{token}",
            "/queue/pop",
            "/items/{id}:delete",
        ] {
            assert!(acts(path), "{path}");
        }
        for path in [
            "/runs",
            "/jobs/{id}",
            "/clear-cut/{id}",
            "/archive/{id}",
            "/",
        ] {
            assert!(!acts(path), "{path}");
        }
        assert!(verb_of_path("/jobs/{id}/run", true).is_none());
    }

    #[test]
    fn tools_act_by_their_names() {
        assert!(of_tool("delete_all_orders").is_some() && of_tool("orders-delete").is_some());
        assert!(of_tool("list_orders").is_none() && of_tool("getDeleted").is_none());
        assert!(reads("list_orders") && reads("getDeleted"));
        assert!(!reads("orders") && !reads("run_report"));
    }

    #[test]
    fn names_become_words() {
        assert_eq!(tokens("bulkDelete-all_v2"), ["bulk", "delete", "all", "v2"]);
        assert_eq!(tokens("HTTPReset"), ["http", "reset"]);
        assert_eq!(tokens("/admin/purge"), ["admin", "purge"]);
    }

    #[test]
    fn words_are_known_by_their_stems() {
        for word in [
            "delete", "deletes", "deleting", "purging", "removes", "stopped", "shut",
        ] {
            assert!(
                is_in(word, if word == "shut" { "shutdown" } else { HARMFUL }),
                "{word}"
            );
        }
        for word in ["stopwatch", "payload", "mailbox", "create", "sender"] {
            assert!(!is_in(word, HARMFUL), "{word}");
        }
    }
}
