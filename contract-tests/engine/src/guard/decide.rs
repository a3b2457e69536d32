//! Decides whether a request may be sent.

use std::sync::PoisonError;

use super::naming::Asked;
use super::path::SentPath;
use super::references::{self, Part};
use super::route::Route;
use super::{Effect, Guard, SAFE, Withheld, is_unguessable, shown};
use conformance_core::exchange::Request;

/// Methods that change something (RFC 9110 §9.3, RFC 5789).
const CHANGING: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];

impl Guard {
    pub(super) fn decide(&self, request: &Request) -> Result<(), Withheld> {
        let path = SentPath::of(&request.target);
        let routes: Vec<&Route> = self
            .routes
            .iter()
            .filter(|one| one.host == request.host && one.template.matches(&path.segments))
            .collect();
        let methods = methods(request);
        for method in &methods {
            let own: Vec<&Route> = routes
                .iter()
                .copied()
                .filter(|one| one.method == method)
                .collect();
            if own.iter().any(|route| self.skipped.contains(&route.id)) {
                return Err(Withheld::Skipped);
            }
            if SAFE.contains(&method.as_str()) {
                self.permit_read(request, &routes, &own)?;
                continue;
            }
            if let Some(verdict) = self
                .protocol
                .decide(request, &path, |name| self.ledger.is_made_up(name))
            {
                verdict?;
                continue;
            }
            self.permit_change(request, method, &path, &routes, &own)?;
        }
        Ok(())
    }

    /// Decides on a method that is safe by definition. Some servers route by the path alone: where
    /// an operation at the path acts, no undeclared method is safe.
    fn permit_read(
        &self,
        request: &Request,
        routes: &[&Route],
        own: &[&Route],
    ) -> Result<(), Withheld> {
        let described = if own.is_empty() { routes } else { own };
        for route in described {
            self.permit_operation(route.id)?;
        }
        let all = references::named(request).into_iter();
        let mut acting = all.filter(|one| one.part == Part::Query && one.is_harmful_flag());
        match acting.next() {
            Some(one) if !own.iter().any(|route| self.may_act(route.id)) => Err(Withheld::Unclear(
                format!("`{}` may make a read change something", one.name),
            )),
            _ => Ok(()),
        }
    }

    /// Decides on a change. `routes` are all operations at the path, `own` those of the method.
    fn permit_change(
        &self,
        request: &Request,
        method: &str,
        path: &SentPath,
        routes: &[&Route],
        own: &[&Route],
    ) -> Result<(), Withheld> {
        let granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        if granted.contains(&(request.method.clone(), request.target.clone())) {
            return Ok(());
        }
        drop(granted);
        if !path.is_plain {
            return Err(Withheld::Unclear(
                "servers may read its path in more than one way".to_owned(),
            ));
        }
        if own.is_empty() {
            return self.permit_undeclared(method, path, routes);
        }
        // Where templates overlap, the server may choose any of them.
        for route in own {
            if let Some(value) = route.template.several(&path.segments) {
                let why = format!("`{value}` in its path may stand for several items");
                return Err(Withheld::Unclear(why));
            }
            self.permit_declared(route, request, path)?;
        }
        Ok(())
    }

    fn permit_declared(
        &self,
        route: &Route,
        request: &Request,
        path: &SentPath,
    ) -> Result<(), Withheld> {
        let segments = &path.segments;
        let last = route
            .template
            .variables()
            .map(|(at, _)| at)
            .rfind(|at| !route.fixed.contains(at));
        match &route.effect {
            Effect::Reads => Ok(()),
            Effect::Acts(why) => {
                if !self.may_act(route.id) {
                    return Err(Withheld::Action(why.clone()));
                }
                self.permit_writing()?;
                self.permit_parents(route, segments, segments.len())
            }
            Effect::Creates(_) => {
                self.permit_writing()?;
                self.permit_parents(route, segments, segments.len())?;
                let asked = self.asked(route, segments, None, true);
                self.permit_references(request, asked)
            }
            Effect::CreatesWithin(_, why) => {
                self.permit_writing()?;
                let is_within = last.is_some_and(|last| {
                    let is_made_up = self.ledger.is_made_up(&segments[last]);
                    self.ledger.holds(&segments[..=last])
                        || is_made_up && !self.is_unheeded(route, last)
                });
                if !is_within {
                    self.permit_action(route, why)?;
                }
                self.permit_parents(route, segments, segments.len())?;
                let asked = self.asked(route, segments, None, true);
                self.permit_references(request, asked)
            }
            Effect::Changes => {
                let Some(last) = last else {
                    return self.permit_action(route, "its path names no single item");
                };
                self.permit_item(route, request, segments, last)
            }
        }
    }

    /// Decides on a request that works on the item that the start of its path names.
    fn permit_item(
        &self,
        route: &Route,
        request: &Request,
        segments: &[String],
        last: usize,
    ) -> Result<(), Withheld> {
        let (item, rest) = segments.split_at(last + 1);
        let is_own = (item.len()..=segments.len()).any(|end| self.ledger.holds(&segments[..end]));
        if is_own {
            self.permit_writing()?;
            if route.method == "DELETE" && rest.is_empty() {
                self.permit_end(item)?;
            }
            let asked = self.asked(route, segments, Some(last), false);
            return self.permit_references(request, asked);
        }
        let may_create = rest.is_empty() && matches!(route.method, "PUT" | "POST");
        let is_tenant = self.is_unheeded(route, last);
        if self.ledger.is_made_up(&segments[last]) && !is_tenant {
            let asked = self.asked(route, segments, Some(last), may_create);
            self.permit_references(request, asked)?;
            if may_create {
                self.permit_writing()?;
                return self.permit_parents(route, segments, last);
            }
            return Ok(());
        }
        if rest.is_empty() {
            return Err(Withheld::Foreign(if is_tenant {
                "what the credential stands for, which the service may act on whatever its path says,"
                    .to_owned()
            } else {
                shown(item)
            }));
        }
        if is_tenant && self.ledger.is_made_up(&segments[last]) {
            return Err(Withheld::Foreign(
                "what the deployment takes in place of an unknown parent".to_owned(),
            ));
        }
        // A PUT to a path without an id below its parent creates the item if it does not exist.
        if route.method == "PUT" && self.ledger.lock().absent.contains(segments) {
            self.permit_writing()?;
            return self.permit_parents(route, segments, segments.len());
        }
        if !self.given.contains(&segments[last]) && !is_tenant {
            return Err(Withheld::Foreign(shown(item)));
        }
        self.permit_action(route, "its path names no item that the run has created")?;
        self.permit_writing()?;
        self.permit_parents(route, segments, segments.len())
    }

    /// Decides whether an item may be deleted: not while foreign items are below it, since an
    /// earlier item may have had the same number.
    fn permit_end(&self, item: &[String]) -> Result<(), Withheld> {
        let is_reusable = item.last().is_some_and(|id| !is_unguessable(id));
        match self.ledger.foreign_below(item).filter(|_| is_reusable) {
            Some(other) => Err(Withheld::Foreign(format!(
                "what is below it ({})",
                shown(&other)
            ))),
            None => Ok(()),
        }
    }

    /// Describes which names a request may use. `last` is the place of the id of the item that it
    /// works on.
    fn asked<'r>(
        &self,
        route: &'r Route,
        segments: &'r [String],
        last: Option<usize>,
        creates: bool,
    ) -> Asked<'r> {
        Asked {
            route,
            item: last.map(|last| &segments[last]),
            creates,
            is_below_own: self.is_within_own(route, segments, last.unwrap_or(segments.len())),
        }
    }

    /// Returns whether a path, up to a place, is below an item that the run has created and that
    /// contains nothing foreign. A numbered item may contain what was below an earlier item of that
    /// number.
    pub(super) fn is_within_own(&self, route: &Route, segments: &[String], end: usize) -> bool {
        let mut parents = route.template.variables().filter(|(at, _)| *at < end);
        parents.any(|(at, _)| is_unguessable(&segments[at]) && self.ledger.holds(&segments[..=at]))
    }

    /// Returns whether the deployment may ignore a variable of the path. The request could then
    /// work on a foreign item, whatever the path says.
    fn is_unheeded(&self, route: &Route, at: usize) -> bool {
        let Some(place) = route.template.place(at) else {
            return false;
        };
        let mut reads = self.routes.iter().filter(|one| one.is_read());
        let is_parent = at + 1 < route.template.len();
        if is_parent || route.tenants.contains(&at) {
            let has_reads_below = reads.any(|one| one.template.is_below(&place));
            return !self.ledger.heeds(&place, has_reads_below);
        }
        let is_readable = reads.any(|one| one.template.ends_at(&place));
        is_readable && !self.ledger.heeds_item(&place)
    }

    fn permit_action(&self, route: &Route, why: &str) -> Result<(), Withheld> {
        if self.may_act(route.id) {
            return Ok(());
        }
        Err(Withheld::Action(why.to_owned()))
    }

    const fn permit_writing(&self) -> Result<(), Withheld> {
        if self.writes {
            Ok(())
        } else {
            Err(Withheld::ReadOnly)
        }
    }

    /// Decides whether every variable before a place names something that the run was given,
    /// created or made up.
    fn permit_parents(
        &self,
        route: &Route,
        segments: &[String],
        end: usize,
    ) -> Result<(), Withheld> {
        let variables = route.template.variables().map(|(at, _)| at);
        for at in variables.filter(|at| *at < end && !route.fixed.contains(at)) {
            let text = &segments[at];
            let is_known = self.given.contains(text)
                || self.ledger.is_made_up(text)
                || self.ledger.holds(&segments[..=at]);
            if !is_known {
                return Err(Withheld::Foreign(shown(&segments[..=at])));
            }
        }
        Ok(())
    }

    /// Decides on a method that the path does not declare, or on a path that is not declared.
    fn permit_undeclared(
        &self,
        method: &str,
        path: &SentPath,
        routes: &[&Route],
    ) -> Result<(), Withheld> {
        let segments = &path.segments;
        let end = segments.len().saturating_sub(1);
        let is_tenant = routes.iter().any(|one| self.is_unheeded(one, end));
        if !is_tenant
            && segments
                .last()
                .is_some_and(|last| self.ledger.is_made_up(last))
        {
            return if matches!(method, "PUT" | "POST") {
                self.permit_writing()
            } else {
                Ok(())
            };
        }
        if routes.is_empty() {
            return Err(Withheld::Unclear(
                "the description does not have its path".to_owned(),
            ));
        }
        // An unregistered method on a path that declares only reads.
        let only_reads = || routes.iter().all(|one| one.effect == Effect::Reads);
        if !CHANGING.contains(&method) && only_reads() {
            return Ok(());
        }
        for route in routes {
            let last = route
                .template
                .variables()
                .map(|(at, _)| at)
                .rfind(|at| !route.fixed.contains(at));
            let holds = last.is_some_and(|last| {
                let is_tenant = self.is_unheeded(route, last);
                self.ledger.is_made_up(&segments[last]) && !is_tenant
                    || self.ledger.holds(&segments[..=last])
            });
            if !holds {
                let why = format!(
                    "the description has no {method} there, and its path names nothing of the run"
                );
                return Err(Withheld::Unclear(why));
            }
        }
        self.permit_writing()
    }
}

/// Returns the methods that a server may see in a request: some let a header field, a query
/// parameter or `_method` in the body override it.
fn methods(request: &Request) -> Vec<String> {
    let mut all = vec![request.method.to_ascii_uppercase()];
    let overrides = references::named(request).into_iter().filter(|one| {
        one.name.eq_ignore_ascii_case("_method")
            || (one.part != Part::Content && one.words.iter().any(|word| word == "method"))
    });
    let overrides = overrides.map(|one| one.text.trim().to_ascii_uppercase());
    all.extend(
        overrides.filter(|text| SAFE.contains(&text.as_str()) || CHANGING.contains(&text.as_str())),
    );
    all
}
