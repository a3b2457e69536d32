//! Compares security requirements and schemes. The credentials of old callers must still be
//! accepted.

use super::place::{Place, Way};
use super::rules::id;
use super::{Comparison, Level, Message, Spans};
use crate::model::{Api, Flow, Location, Operation, Requirement, SecurityKind, SecurityScheme};

impl<'a> Comparison<'a> {
    /// Compares the credentials of two operations. `way` is the direction of their requests.
    pub(super) fn security(&mut self, old: &Operation, new: &Operation, way: Way, place: &Place) {
        let place = &place.part("security");
        let renamed = self.renamed_schemes();
        let spans = (Some(old.security_span), Some(new.security_span));
        let before = alternatives(&old.security);
        let mut after = alternatives(&new.security);
        for (name, _) in after.iter_mut().flat_map(|one| &mut one.schemes) {
            if let Some((before, _)) = renamed.iter().find(|(_, after)| after == name) {
                name.clone_from(before);
            }
        }
        if way == Way::Response {
            return self.sent_credentials(&before, &after, place, spans);
        }
        for requirement in &before {
            if after.iter().any(|other| serves(requirement, other)) {
                continue;
            }
            let scope = after.iter().any(|other| same_schemes(requirement, other));
            let (rule, text) = if scope {
                (
                    id!("api-security-scope-added"),
                    "scopes that were enough no longer are",
                )
            } else {
                (
                    id!("api-security-added"),
                    "credentials that were enough no longer are",
                )
            };
            let text = if requirement.schemes.is_empty() {
                "calls without credentials are no longer accepted".into()
            } else {
                let which = describe(requirement);
                Message::new(format!("{text}: {which}"), &[&which])
            };
            self.report(rule, Level::Error, place, text, spans);
        }
        for requirement in after
            .iter()
            .filter(|requirement| !before.contains(requirement))
        {
            self.weakened(requirement, &before, place, spans);
        }
    }

    /// Compares the credentials that the API sends, which receivers check.
    fn sent_credentials(
        &mut self,
        old: &[Requirement],
        new: &[Requirement],
        place: &Place,
        spans: Spans,
    ) {
        let unknown = |one: &&Requirement| !old.iter().any(|other| serves(one, other));
        for requirement in new.iter().filter(unknown) {
            let which = describe(requirement);
            let text = Message::new(format!("may be sent with {which} now"), &[&which]);
            let rule = id!("api-security-added");
            self.report(rule, Level::Error, place, text, spans);
        }
        let gone = |one: &&Requirement| !new.iter().any(|other| serves(other, one));
        for requirement in old.iter().filter(gone) {
            let which = describe(requirement);
            let text = format!("is no longer sent with {which}");
            let text = Message::new(text, &[&which]);
            let rule = id!("api-security-removed");
            self.report(rule, Level::Info, place, text, spans);
        }
    }

    /// Reports credentials that are accepted now and were not before.
    fn weakened(&mut self, new: &Requirement, old: &[Requirement], place: &Place, spans: Spans) {
        if old.iter().any(|other| serves(new, other)) {
            return;
        }
        // No caller is affected.
        let rule = if new.schemes.is_empty() {
            id!("api-security-removed")
        } else if old.iter().any(|other| same_schemes(new, other)) {
            id!("api-security-scope-removed")
        } else {
            id!("api-security-alternative-added")
        };
        let text = if new.schemes.is_empty() {
            "calls without credentials are accepted now".into()
        } else {
            let which = describe(new);
            Message::new(format!("also accepted now: {which}"), &[&which])
        };
        self.report(rule, Level::Info, place, text, spans);
    }

    /// Returns schemes that were renamed and are otherwise unchanged, as pairs of their old and new
    /// names.
    fn renamed_schemes(&self) -> Vec<(String, String)> {
        let (old, new) = (&self.old.security_schemes, &self.new.security_schemes);
        let named = |list: &[SecurityScheme], name: &str| list.iter().any(|one| one.name == name);
        let gone = old.iter().filter(|scheme| !named(new, &scheme.name));
        let mut came: Vec<_> = new.iter().filter(|one| !named(old, &one.name)).collect();
        let mut pairs = Vec::new();
        for scheme in gone {
            let same = came.iter().position(|one| one.kind == scheme.kind);
            if let Some(same) = same {
                pairs.push((scheme.name.clone(), came.remove(same).name.clone()));
            }
        }
        pairs
    }

    pub(super) fn security_schemes(&mut self) {
        let (old, new): (&'a [_], &'a [_]) =
            (&self.old.security_schemes, &self.new.security_schemes);
        let renamed = self.renamed_schemes();
        for scheme in old {
            let place = Place::api(&format!("security scheme {}", scheme.name));
            // If no operation uses a scheme, no caller has credentials for it.
            let level = if is_used(self.old, &scheme.name) {
                Level::Error
            } else {
                Level::Info
            };
            if let Some(other) = new.iter().find(|other| other.name == scheme.name) {
                self.scheme(scheme, other, level, &place);
            } else if let Some((_, name)) = renamed.iter().find(|(old, _)| *old == scheme.name) {
                let text = Message::new(format!("has the name `{name}` now"), &[name]);
                let spans = (Some(scheme.span), None);
                self.report(
                    id!("api-security-component-renamed"),
                    level,
                    &place,
                    text,
                    spans,
                );
            } else {
                let rule = id!("api-security-component-removed");
                self.report(rule, level, &place, "is gone", (Some(scheme.span), None));
            }
        }
        for scheme in new {
            let known = old.iter().any(|other| other.name == scheme.name);
            if !known && !renamed.iter().any(|(_, name)| *name == scheme.name) {
                let place = Place::api(&format!("security scheme {}", scheme.name));
                let spans = (None, Some(scheme.span));
                self.report(
                    id!("api-security-component-added"),
                    Level::Info,
                    &place,
                    "is new",
                    spans,
                );
            }
        }
    }

    fn scheme(&mut self, old: &SecurityScheme, new: &SecurityScheme, level: Level, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        match (&old.kind, &new.kind) {
            (SecurityKind::OAuth2 { flows: olds }, SecurityKind::OAuth2 { flows: news }) => {
                for flow in olds {
                    let place = place.part(&format!("flow {}", flow.kind.as_str()));
                    match news.iter().find(|other| other.kind == flow.kind) {
                        Some(other) => self.flow(flow, other, level, &place, spans),
                        None => {
                            let rule = id!("api-security-component-oauth-flow-removed");
                            self.report(rule, level, &place, "is gone", spans);
                        }
                    }
                }
            }
            (old, new) if !same_kind(old, new) => {
                let rule = id!("api-security-component-type-changed");
                let text = "the credentials are of another kind, or sent in another way";
                let change = self.report(rule, level, place, text, spans);
                // Programs give a key, wherever it is sent.
                let key = |one: &SecurityKind| matches!(one, SecurityKind::ApiKey { .. });
                change.retypes &= !(key(old) && key(new));
            }
            _ => {}
        }
    }

    fn flow(&mut self, old: &Flow, new: &Flow, level: Level, place: &Place, spans: Spans) {
        let urls = [
            (
                id!("api-security-component-oauth-token-url-changed"),
                &old.token_url,
                &new.token_url,
            ),
            (
                id!("api-security-component-oauth-auth-url-changed"),
                &old.authorization_url,
                &new.authorization_url,
            ),
            (
                id!("api-security-component-oauth-refresh-url-changed"),
                &old.refresh_url,
                &new.refresh_url,
            ),
            (
                id!("api-security-component-oauth-auth-url-changed"),
                &old.device_authorization_url,
                &new.device_authorization_url,
            ),
        ];
        for (rule, ..) in urls
            .iter()
            .filter(|(_, old, new)| old.is_some() && old != new)
        {
            self.report(rule, level, place, "an address changed", spans);
        }
        let names = |flow: &Flow| flow.scopes.iter().map(|s| s.0.clone()).collect::<Vec<_>>();
        let (olds, news) = (names(old), names(new));
        for scope in olds.iter().filter(|scope| !news.contains(scope)) {
            let rule = id!("api-security-component-oauth-scope-removed");
            let text = Message::new(format!("`{scope}` is gone"), &[scope]);
            self.report(rule, level, place, text, spans);
        }
        for scope in news.iter().filter(|scope| !olds.contains(scope)) {
            let rule = id!("api-security-component-oauth-scope-added");
            let text = Message::new(format!("`{scope}` is new"), &[scope]);
            self.report(rule, Level::Info, place, text, spans);
        }
    }
}

/// Returns whether an operation uses a scheme.
fn is_used(api: &Api, name: &str) -> bool {
    let operations = api.operations.iter();
    let mut schemes = operations.flat_map(|one| &one.security);
    schemes.any(|one| one.schemes.iter().any(|(scheme, _)| scheme == name))
}

/// Returns the alternatives. An empty list means a single alternative without credentials.
fn alternatives(list: &[Requirement]) -> Vec<Requirement> {
    if list.is_empty() {
        vec![Requirement::default()]
    } else {
        list.to_vec()
    }
}

/// Returns whether credentials for `has` also satisfy `needed`.
fn serves(has: &Requirement, needed: &Requirement) -> bool {
    needed.schemes.iter().all(|(scheme, scopes)| {
        let held = has.schemes.iter().find(|(name, _)| name == scheme);
        held.is_some_and(|(_, held)| scopes.iter().all(|scope| held.contains(scope)))
    })
}

fn same_schemes(one: &Requirement, other: &Requirement) -> bool {
    let has = |list: &Requirement, name: &str| list.schemes.iter().any(|(n, _)| n == name);
    one.schemes.len() == other.schemes.len() && one.schemes.iter().all(|(name, _)| has(other, name))
}

/// Returns whether two schemes use the same credentials in the same way; descriptions do not
/// matter.
fn same_kind(one: &SecurityKind, other: &SecurityKind) -> bool {
    match (one, other) {
        (SecurityKind::Http { scheme: one, .. }, SecurityKind::Http { scheme: other, .. }) => {
            one == other
        }
        // Header fields have no case (RFC 9110 §5.1).
        (
            SecurityKind::ApiKey {
                name: one,
                location: Location::Header,
                prefix: one_prefix,
            },
            SecurityKind::ApiKey {
                name: other,
                location: Location::Header,
                prefix: other_prefix,
            },
        ) => one.eq_ignore_ascii_case(other) && one_prefix == other_prefix,
        (one, other) => one == other,
    }
}

fn describe(requirement: &Requirement) -> String {
    let each = requirement.schemes.iter().map(|(name, scopes)| {
        if scopes.is_empty() {
            format!("`{name}`")
        } else {
            format!("`{name}` with {}", scopes.join(", "))
        }
    });
    let list = each.collect::<Vec<_>>().join(" and ");
    if list.is_empty() {
        "nothing".to_owned()
    } else {
        list
    }
}
