//! Decides what a request may touch; no other module decides it.
//!
//! A run changes, moves and deletes only what it has created. Every request passes
//! [`Guard::permit`] in its final form, whichever check or plan it comes from:
//!
//! - A request with a safe method (RFC 9110 §9.2.1) is sent, unless its name says that it acts.
//! - A creation is sent below the parents that the run was given (`--parameter`, `--org`,
//!   `parameters` of the credentials) or has created.
//! - Any other request is sent to items that the run has created, and to ids that it has made up.
//! - A request that acts on a collection, on the caller or on the server as a whole is sent
//!   with `--allow-actions` or `--action ID`.

mod absorb;
mod creation;
mod decide;
mod echo;
mod effect;
mod examples;
mod existing;
mod guessable;
mod ledger;
mod naming;
mod path;
mod protocol;
mod references;
mod rename;
mod route;
mod under_way;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use self::effect::Effect;
use self::examples::examples;
use self::existing::Existing;
pub use self::guessable::{begins_as_number, is_unguessable};
pub use self::ledger::{Entry, Ledger, Unclear, Unproven};
pub use self::naming::Refused;
use self::path::SentPath;
pub use self::path::{Address, address};
use self::protocol::Protocol;
pub use self::references::{is_exclusive, is_natural_key};
use self::route::Route;
use self::under_way::UnderWay;
pub use self::words::tokens;
use crate::credentials::Credentials;
use crate::filter::Filter;
use crate::profile::Profile;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Host, Request};
use conformance_core::resources::{ResourceId, Resources};
use conformance_core::validate::Validator;
pub use conformance_core::withheld::Withheld;

/// Methods that change nothing (RFC 9110 §9.2.1).
pub const SAFE: [&str; 4] = ["GET", "HEAD", "OPTIONS", "TRACE"];

/// An operation, or the name of a request that belongs to no operation.
type Named = (Option<OperationId>, String);

/// Decides what may be sent.
#[derive(Debug)]
pub struct Guard {
    description: Arc<Description>,
    resources: Arc<Resources>,
    /// The words of the resources' names, in the singular.
    resource_words: Vec<Vec<String>>,
    requests: Arc<Validator>,
    routes: Vec<Route>,
    /// What the run has created.
    pub ledger: Ledger,
    /// Values of path parameters that the run was given.
    given: HashSet<String>,
    /// Values of other parameters that the run was given: what it creates may refer to them.
    known: HashSet<String>,
    /// Strings in the description: existing items may have such ids.
    examples: HashSet<String>,
    /// Whether the run reads items for which a response was not certain.
    proves: bool,
    writes: bool,
    allows_actions: bool,
    /// Operations that were named with `--action`.
    actions: HashSet<OperationId>,
    /// Operations that were left out with `--skip-operation`.
    skipped: HashSet<OperationId>,
    protocol: Protocol,
    under_way: UnderWay,
    existing: Existing,
    /// Requests that a person has allowed: method and target.
    granted: Mutex<HashSet<(String, String)>>,
    /// What was not sent, by operation, with the reasons.
    withheld: Mutex<BTreeMap<Named, BTreeSet<Withheld>>>,
}

impl Guard {
    /// Returns the guard of a run.
    #[must_use]
    pub fn new(
        description: &Arc<Description>,
        resources: &Arc<Resources>,
        requests: &Arc<Validator>,
        profile: &Profile,
        credentials: &Credentials,
    ) -> Self {
        let select = |filters: &[Filter]| {
            let all = description.operations();
            let taken = all.filter(|(_, one)| filters.iter().any(|filter| filter.takes(one)));
            taken.map(|(id, _)| id).collect::<HashSet<_>>()
        };
        let identities = credentials.identities.iter();
        let given = identities
            .flat_map(|one| &one.parameters)
            .chain(&profile.parameters);
        let (names, values): (HashSet<String>, HashSet<String>) = given
            .map(|(name, value)| (name.clone(), value.clone()))
            .unzip();
        let routes = description
            .operations()
            .map(|(id, _)| Route::of(description, resources, &names, id));
        Self {
            routes: routes.collect(),
            ledger: Ledger::default(),
            given: values,
            known: profile.known.texts().map(str::to_owned).collect(),
            examples: examples(description),
            proves: false,
            writes: profile.writes,
            allows_actions: profile.allow_actions,
            actions: select(&profile.actions),
            skipped: select(&profile.selection.skip_operations),
            protocol: Protocol::of(description),
            under_way: UnderWay::default(),
            existing: Existing::default(),
            granted: Mutex::default(),
            withheld: Mutex::default(),
            description: Arc::clone(description),
            resource_words: resources
                .iter()
                .map(|(_, one)| references::stems(&tokens(&one.name)))
                .collect(),
            resources: Arc::clone(resources),
            requests: Arc::clone(requests),
        }
    }

    /// Makes the guard demand a read of every created item for which the response was not certain.
    #[must_use]
    pub fn proving(self) -> Self {
        Self {
            proves: true,
            ..self
        }
    }

    /// Decides whether a request may be sent.
    ///
    /// # Errors
    /// Returns the reason that it is rejected, which is also recorded.
    pub fn permit(&self, request: &Request) -> Result<(), Withheld> {
        self.decide(request).inspect_err(|why| {
            let operation = self.operation_of(request);
            let name = operation.map_or_else(
                || format!("{} {}", request.method, request.path()),
                |id| self.description.operation(id).id.clone(),
            );
            let mut withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
            // There could be any number of undeclared paths.
            if operation.is_some() || withheld.len() < 200 {
                withheld
                    .entry((operation, name))
                    .or_default()
                    .insert(why.clone());
            }
        })
    }

    /// Returns the operations or requests that were not sent, with the reasons.
    #[must_use]
    pub fn withheld(&self) -> Vec<(Option<OperationId>, String, Withheld)> {
        let withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        let all = withheld.iter().flat_map(|((id, name), reasons)| {
            reasons.iter().map(|why| (*id, name.clone(), why.clone()))
        });
        all.collect()
    }

    /// Decides whether any request of an operation may be sent, before one is built.
    ///
    /// # Errors
    /// Returns the reason that it is rejected.
    pub fn permit_operation(&self, id: OperationId) -> Result<(), Withheld> {
        if self.skipped.contains(&id) {
            return Err(Withheld::Skipped);
        }
        let route = &self.routes[id.0];
        match &route.effect {
            Effect::Acts(why)
                if !self.may_act(id)
                    && !self
                        .protocol
                        .has(route.host, &self.description.operation(id).path) =>
            {
                Err(Withheld::Action(why.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether an operation creates an item.
    #[must_use]
    pub fn creates(&self, id: OperationId) -> bool {
        self.routes[id.0].effect.is_creation()
    }

    /// Allows one request that a person has agreed to.
    pub fn grant(&self, method: &str, target: &str) {
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        granted.insert((method.to_owned(), target.to_owned()));
    }

    /// Allows the forms of a sign-in page to be sent to a path of a host.
    pub fn permit_form(&self, host: Host, target: &str) {
        self.protocol.permit_form(host, target);
    }

    /// Records a tool of the MCP endpoint, and whether the endpoint calls it read-only. An endpoint
    /// may claim that of any tool: so a tool that is an operation of the description has that
    /// operation's effect, and any other must have a name that begins with a reading verb.
    pub fn learn_tool(&self, name: &str, is_read_only: bool) {
        let reads = match self.description.find(name) {
            Some(id) => self.routes[id.0].effect == Effect::Reads,
            None => words::of_tool(name).is_none() && words::reads(name),
        };
        let may_be_called = (is_read_only && reads) || self.allows_actions;
        self.protocol.learn_tool(name, may_be_called);
    }

    /// Returns whether a text is in the description: other items may have it, however random it
    /// looks.
    #[must_use]
    pub fn is_example(&self, text: &str) -> bool {
        self.examples.contains(text)
    }

    /// Returns whether the run was given this value of a path parameter.
    #[must_use]
    pub fn is_given(&self, text: &str) -> bool {
        self.given.contains(text)
    }

    /// Returns reads that show whether the deployment checks its path variables, each with the name
    /// and the place of the variable (`users/{}`). For each variable of a changing operation, this
    /// is a read below it or, without one, a read of the item.
    #[must_use]
    pub fn reads_of_variables(&self) -> Vec<(OperationId, String, String)> {
        let changes = self.routes.iter().filter(|one| one.effect != Effect::Reads);
        let places = |route: &Route| {
            let all = route.template.variables();
            let places = all.filter_map(|(at, _)| {
                let is_item = at + 1 == route.template.len() && !route.tenants.contains(&at);
                Some((route.template.place(at)?, is_item))
            });
            places.collect::<Vec<_>>()
        };
        let mut wanted: BTreeMap<String, bool> = BTreeMap::new();
        for (place, is_item) in changes.flat_map(places) {
            let is_only_item = wanted.entry(place).or_insert(true);
            *is_only_item &= is_item;
        }
        let reads = wanted.into_iter().filter_map(|(place, is_only_item)| {
            let reads = self.routes.iter().filter(|one| one.is_read());
            let own = reads.filter(|one| {
                one.template.ends_at(&place) || (!is_only_item && one.template.is_below(&place))
            });
            // The read with the fewest other variables, below this variable if there is one.
            let first = own.min_by_key(|one| {
                let others = one.template.variables().count();
                (one.template.ends_at(&place), others, one.template.len())
            })?;
            let at = place.matches('/').count();
            let mut variables = first.template.variables();
            let name = variables.find(|(own, _)| *own == at)?.1.to_owned();
            Some((first.id, name, place))
        });
        reads.collect()
    }

    /// Returns the lists to read before a request deletes an item whose id an earlier item may have
    /// had, with the values of their variables and the identity that created the item.
    #[must_use]
    pub fn lists_below(&self, request: &Request) -> Vec<(OperationId, Entry)> {
        let path = SentPath::of(&request.target);
        let is_reusable = |id: &String| !is_unguessable(id);
        if request.method != "DELETE" || !path.segments.last().is_some_and(is_reusable) {
            return Vec::new();
        }
        let Some(entry) = self.ledger.get(&path.segments).filter(|one| !one.is_ended) else {
            return Vec::new();
        };
        let below = self.routes.iter().filter(|one| {
            let is_item = one.template.starts_as(&path.segments);
            let variables = one.template.variables();
            is_item
                && one.is_read()
                && one.template.len() > path.segments.len()
                && self.resources.listed_by(one.id).is_some()
                && variables
                    .last()
                    .is_some_and(|(at, _)| at < path.segments.len())
        });
        below.map(|one| (one.id, entry.clone())).collect()
    }

    /// Returns whether a resource is reference data: no operation creates, changes or deletes its
    /// items.
    #[must_use]
    pub fn is_reference_data(&self, resource: ResourceId) -> bool {
        let one = self.resources.get(resource);
        let changes = [one.create, one.update, one.delete];
        changes.iter().all(Option::is_none) && one.actions.is_empty()
    }

    /// Returns whether an id belongs to an item of the run, at any path. Items of several kinds may
    /// have the same number.
    fn is_own_id(&self, resource: ResourceId, id: &str) -> bool {
        self.ledger.has_created_one(id, |one| {
            is_unguessable(id) || self.is_alike(one.resource, resource)
        })
    }

    /// Returns whether an item may belong to a resource: resources of one name may have several
    /// paths.
    fn is_alike(&self, item: Option<ResourceId>, resource: ResourceId) -> bool {
        let name = |id: ResourceId| &self.resources.get(id).name;
        item.is_some_and(|item| name(item) == name(resource))
    }

    /// Returns whether an id belongs to a foreign item, at any path.
    fn is_foreign(&self, resource: Option<ResourceId>, id: &str) -> bool {
        let kind = resource.map(|one| self.resources.first_of_kind(one));
        self.ledger.is_foreign(kind, id)
    }

    /// Returns whether an id belonged to a foreign item before a time.
    fn was_foreign(&self, resource: ResourceId, id: &str, before: Duration) -> bool {
        let kind = self.resources.first_of_kind(resource);
        self.ledger.was_foreign(kind, id, before)
    }

    /// Returns whether a request's path names an item of the run, or a fixed place below one.
    #[must_use]
    pub fn names_own(&self, request: &Request) -> bool {
        let path = SentPath::of(&request.target);
        let mut routes = self
            .routes
            .iter()
            .filter(|one| one.host == request.host && one.template.matches(&path.segments));
        routes.any(|route| {
            let last = route.template.variables().map(|(at, _)| at).next_back();
            last.is_some_and(|last| self.ledger.holds(&path.segments[..=last]))
        })
    }

    fn may_act(&self, id: OperationId) -> bool {
        self.allows_actions || self.actions.contains(&id)
    }

    /// Returns the operation of a request, found by method and path.
    fn operation_of(&self, request: &Request) -> Option<OperationId> {
        let path = SentPath::of(&request.target);
        let mut routes = self.routes.iter();
        let is_it = |route: &&Route| {
            route.host == request.host
                && route.method == request.method
                && route.template.matches(&path.segments)
        };
        routes.find(is_it).map(|route| route.id)
    }
}

fn shown(address: &[String]) -> String {
    format!("`/{}`", brief(&address.join("/")))
}

fn brief(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut short: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(LENGTH)
        .collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
