//! Compares keywords that types cannot express, such as `not`, conditions and patterns of names.
//! They are compared as they are written, as is everything that a schema says in addition to its
//! type.

use super::place::Way;
use super::proof::{At, Group, Proof};
use super::rules::{Family, rule};
use super::schema::{Compared, Effect, Pair};
use super::sole::is_discriminated;
use super::{Category, Comparison, Level, Message};
use crate::model::{Api, Keyword, Kind, SchemaId};

/// Groups of keywords, each with its rule.
const RESIDUAL: &[(&[&str], &Family)] = &[
    (&["not"], rule!("not-changed")),
    (&["if", "then", "else"], rule!("condition-changed")),
    (
        &["contains", "minContains", "maxContains"],
        rule!("contains-changed"),
    ),
    (
        &["dependentRequired", "dependentSchemas"],
        rule!("dependents-changed"),
    ),
    (&["propertyNames"], rule!("property-names-changed")),
    (&["patternProperties"], rule!("pattern-properties-changed")),
    (
        &["unevaluatedProperties", "unevaluatedItems"],
        rule!("unevaluated-changed"),
    ),
    (
        &["contentEncoding", "contentMediaType", "contentSchema"],
        rule!("content-encoding-changed"),
    ),
];

/// Keywords that the model's types express only if the schema also has a `type`.
const PLAIN: &[&str] = &[
    "type",
    "enum",
    "const",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "$dynamicRef",
];

/// Keywords that limit values that an open list does not name.
const BOUNDS: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
];

impl<'a> Comparison<'a> {
    /// Compares what `kinds` ignores. `known` is the number of changes before this pair was
    /// compared; `null_aside` says that the caller has compared `null`.
    pub(super) fn residual(
        &mut self,
        pair: &Pair,
        compared: &Compared<'_>,
        (known, null_aside): (usize, bool),
    ) {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let (Some(before), Some(after)) = (at(old, pair.old, false), at(new, pair.new, true))
        else {
            return self.bare(pair, compared, known);
        };
        let mut proof = self.proof(compared.side.way);
        let (Some(olds), Some(news)) = (proof.flat(before), proof.flat(after)) else {
            return;
        };
        if olds.iter().chain(&news).any(Group::has_further_parts) {
            if !proof.alike(before, after) {
                self.unexplained(compared, known);
            }
            return;
        }
        for (names, rule) in RESIDUAL {
            let has = |groups: &[Group<'_>]| groups.iter().any(|one| one.has(names));
            if !has(&olds) && !has(&news) {
                continue;
            }
            // Responses may bring new properties anyway.
            let strict = compared.side.way == Way::Request;
            let forward = holds(&mut proof, &olds, &news, names, strict);
            let back = holds(&mut proof, &news, &olds, names, strict);
            let effect = match (forward, back) {
                (true, true) if strict || *names != ["patternProperties"] => continue,
                (true, true) => {
                    let both = holds(&mut proof, &olds, &news, names, true)
                        && holds(&mut proof, &news, &olds, names, true);
                    if !both {
                        let text = "properties with other names may come";
                        let rule = rule.on(compared.side);
                        self.note(compared, rule, Level::Info, text);
                    }
                    continue;
                }
                // No proof is needed then, and some schemas have none.
                _ if proof.alike(before, after) => return,
                (true, false) => Effect::Wider,
                (false, true) => Effect::Narrower,
                (false, false) => Effect::Other,
            };
            let which = keywords(names);
            let text = Message::new(format!("{which} changed"), &[&names.join(" ")]);
            self.effect(compared, rule, effect, text);
        }
        // If a list is declared open, only the type limits what a response may contain.
        if is_open(compared) && proof.declared(&news, 0) & !proof.declared(&olds, 0) != 0 {
            let text = "values of another type may come, which are not listed";
            self.effect(compared, rule!("type-generalized"), Effect::Wider, text);
        }
        // The same holds for bounds.
        if is_open(compared) && !holds(&mut proof, &news, &olds, BOUNDS, true) {
            let text = "values may come that are not listed, and that were out of bounds before";
            let text = Message::new(text, &[&"bounds"]);
            self.effect(
                compared,
                rule!("enum-became-extensible"),
                Effect::Wider,
                text,
            );
        }
        let (from, to, narrow, wide) = match compared.side.way {
            Way::Request => (&olds, &news, before, after),
            Way::Response => (&news, &olds, after, before),
        };
        let read = !is_open(compared)
            && !is_discriminated(old, pair.old)
            && !is_discriminated(new, pair.new);
        let within = |proof: &mut Proof<'a>| {
            proof.sent_by(narrow.newer);
            if null_aside {
                proof.within_values(narrow, wide)
            } else {
                proof.within(narrow, wide)
            }
        };
        if read && self.has_alarm(known) && within(&mut proof) {
            self.acquit(known);
        }
        // The model turns a union with a member for any value into any value, and a union of
        // strings and lists of strings into one list. Other keywords of the members are lost there.
        let merged = |kind: &Kind| matches!(kind, Kind::Any | Kind::Enumeration(_));
        let union = olds
            .iter()
            .chain(&news)
            .any(|group| group.has(&["anyOf", "oneOf"]));
        let hidden = union && (merged(&compared.old.kind) || merged(&compared.new.kind));
        let proven = holds(&mut proof, from, to, PLAIN, true) && (!hidden || within(&mut proof));
        if !proven && !proof.alike(before, after) {
            self.unexplained(compared, known);
        }
    }

    /// Returns whether a break of requests or responses was reported that a proof may disprove.
    /// Lists that are declared open are not written as such, so no proof covers them.
    fn has_alarm(&self, known: usize) -> bool {
        let mut own = self.changes[known..].iter();
        let wire = own.any(|one| one.level > Level::Info && one.category == Category::Wire);
        let mut own = self.changes[known..].iter();
        // Proofs do not cover the direction of properties either.
        let unwritten = ["enum-became-extensible", "read-only", "write-only"];
        wire && !own.any(|one| unwritten.iter().any(|end| one.rule.ends_with(end)))
    }

    /// Turns breaks into harmless changes, because the schemas prove that no value is affected.
    /// Types in SDKs can still change, as [`Change::retypes`](super::Change::retypes) says.
    pub(super) fn acquit(&mut self, known: usize) {
        let own = self.changes[known..].iter_mut();
        for change in own.filter(|one| one.category == Category::Wire) {
            change.level = Level::Info;
        }
    }

    /// Compares two schemas of which one is not written, so it allows any value.
    fn bare(&mut self, pair: &Pair, compared: &Compared<'_>, known: usize) {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let narrower = match compared.side.way {
            Way::Request => at(new, pair.new, true),
            Way::Response => at(old, pair.old, false),
        };
        let proof = self.proof(compared.side.way);
        if narrower.is_some_and(|at| !proof.is_any(at)) {
            self.unexplained(compared, known);
        }
    }

    /// Reports a change unless another rule has reported a possible break.
    fn unexplained(&mut self, compared: &Compared<'_>, known: usize) {
        let own = self.changes[known..].iter();
        let reported = own.clone().any(|one| one.level > Level::Info);
        // Values in a query have no type, and an open list allows values that it does not name.
        let (old, new) = (&compared.old.kind, &compared.new.kind);
        let retyped = std::mem::discriminant(old) != std::mem::discriminant(new);
        if reported || self.text.is_some() && retyped || is_open(compared) {
            return;
        }
        let rule = rule!("constraint-changed").on(compared.side);
        let text = match compared.side.way {
            Way::Request => "values that were valid may now be invalid",
            Way::Response => "values that were invalid may now be valid",
        };
        self.note(compared, rule, Level::Warning, text);
    }
}

/// Returns keywords as a list for people.
fn keywords(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [all @ .., last] => format!("`{}` or `{last}`", all.join("`, `")),
    }
}

pub(super) fn at(api: &Api, id: SchemaId, newer: bool) -> Option<At> {
    let id = api.schema(id).written?;
    Some(At { newer, id })
}

/// Returns whether a response may contain values that the list does not name, although the schema
/// as it is written forbids them.
fn is_open(compared: &Compared<'_>) -> bool {
    compared.side.way == Way::Response
        && matches!(&compared.old.kind, Kind::Enumeration(list) if list.extensible)
}

/// Returns whether the narrow side implies all keywords of the wide side that have one of the
/// names.
fn holds<'w>(
    proof: &mut Proof<'w>,
    narrow: &[Group<'w>],
    wide: &[Group<'w>],
    names: &[&str],
    strict: bool,
) -> bool {
    proof.sent_by(narrow.first().is_some_and(|group| group.newer));
    let goals: Vec<(Group<'w>, &'w Keyword)> = wide
        .iter()
        .flat_map(|group| group.keywords.iter().map(|keyword| (*group, keyword)))
        .filter(|(_, keyword)| names.contains(&keyword.name.as_str()))
        .collect();
    let mut goals = goals.into_iter();
    let direct = goals.all(|(group, keyword)| proof.follows(narrow, group, keyword, 0));
    // Without the pattern, such names were subject to `additionalProperties`.
    let has = |groups: &[Group<'w>]| groups.iter().any(|one| one.has(&["patternProperties"]));
    let patterns = names == ["patternProperties"] && has(narrow);
    direct
        && (!patterns
            || wide.iter().all(|group| {
                let mut rest = group.keywords.iter();
                let rest = rest.find(|keyword| keyword.name == "additionalProperties");
                rest.is_none_or(|keyword| {
                    !strict && proof.forbids(*group, keyword)
                        || proof.implied(narrow, *group, keyword)
                })
            }))
}
