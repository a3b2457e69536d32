//! Credentials: what old callers have must still be enough.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Spans};
use crate::model::{Flow, Operation, Requirement, SecurityKind, SecurityScheme};

impl Comparison<'_> {
    pub(super) fn security(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let place = &place.part("security");
        let spans = (Some(old.span), Some(new.span));
        let (before, after) = (alternatives(&old.security), alternatives(&new.security));
        for requirement in &before {
            if after.iter().any(|other| serves(requirement, other)) {
                continue;
            }
            let scope = after.iter().any(|other| same_schemes(requirement, other));
            let (rule, text) = if scope {
                (
                    id!("api-security-scope-added"),
                    "scopes that were enough are not any more",
                )
            } else {
                (
                    id!("api-security-added"),
                    "credentials that were enough are not any more",
                )
            };
            let text = format!("{text}: {}", describe(requirement));
            self.report(rule, Level::Error, place, text, spans);
        }
        for requirement in after
            .iter()
            .filter(|requirement| !before.contains(requirement))
        {
            self.weakened(requirement, &before, place, spans);
        }
    }

    /// What is accepted now and was not before.
    fn weakened(&mut self, new: &Requirement, old: &[Requirement], place: &Place, spans: Spans) {
        if old.iter().any(|other| serves(new, other)) {
            return;
        }
        let (rule, level) = if new.schemes.is_empty() {
            (id!("api-security-removed"), Level::Warning)
        } else if old.iter().any(|other| same_schemes(new, other)) {
            (id!("api-security-scope-removed"), Level::Warning)
        } else {
            (id!("api-security-alternative-added"), Level::Info)
        };
        let text = format!("enough is now: {}", describe(new));
        self.report(rule, level, place, text, spans);
    }

    pub(super) fn security_schemes(&mut self) {
        let (old, new) = (&self.old.security_schemes, &self.new.security_schemes);
        for scheme in old {
            let place = Place::api(&format!("security scheme {}", scheme.name));
            match new.iter().find(|other| other.name == scheme.name) {
                Some(other) => self.scheme(scheme, other, &place),
                None => {
                    let rule = id!("api-security-component-removed");
                    self.report(
                        rule,
                        Level::Error,
                        &place,
                        "is gone",
                        (Some(scheme.span), None),
                    );
                }
            }
        }
        for scheme in new {
            if !old.iter().any(|other| other.name == scheme.name) {
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

    fn scheme(&mut self, old: &SecurityScheme, new: &SecurityScheme, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        match (&old.kind, &new.kind) {
            (SecurityKind::OAuth2 { flows: olds }, SecurityKind::OAuth2 { flows: news }) => {
                for flow in olds {
                    match news.iter().find(|other| other.kind == flow.kind) {
                        Some(other) => self.flow(flow, other, place, spans),
                        None => {
                            let rule = id!("api-security-component-oauth-flow-removed");
                            self.report(rule, Level::Error, place, "a flow is gone", spans);
                        }
                    }
                }
            }
            (old, new) if !same_kind(old, new) => {
                let rule = id!("api-security-component-type-changed");
                let text = "the credentials are of another kind, or sent in another way";
                self.report(rule, Level::Error, place, text, spans);
            }
            _ => {}
        }
    }

    fn flow(&mut self, old: &Flow, new: &Flow, place: &Place, spans: Spans) {
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
        ];
        for (rule, ..) in urls.iter().filter(|(_, old, new)| old != new) {
            self.report(
                rule,
                Level::Error,
                place,
                "an address of the flow changed",
                spans,
            );
        }
        let names = |flow: &Flow| flow.scopes.iter().map(|s| s.0.clone()).collect::<Vec<_>>();
        let (olds, news) = (names(old), names(new));
        for scope in olds.iter().filter(|scope| !news.contains(scope)) {
            let rule = id!("api-security-component-oauth-scope-removed");
            self.report(
                rule,
                Level::Error,
                place,
                format!("`{scope}` is gone"),
                spans,
            );
        }
        for scope in news.iter().filter(|scope| !olds.contains(scope)) {
            let rule = id!("api-security-component-oauth-scope-added");
            self.report(rule, Level::Info, place, format!("`{scope}` is new"), spans);
        }
    }
}

/// No requirement at all is one that asks for nothing.
fn alternatives(list: &[Requirement]) -> Vec<Requirement> {
    if list.is_empty() {
        vec![Requirement::default()]
    } else {
        list.to_vec()
    }
}

/// Whether who meets `has` meets `needed`.
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

/// Whether the same credentials are sent in the same way; what people read of them aside.
fn same_kind(one: &SecurityKind, other: &SecurityKind) -> bool {
    match (one, other) {
        (SecurityKind::Http { scheme: one, .. }, SecurityKind::Http { scheme: other, .. }) => {
            one == other
        }
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
