//! Compares error types that operations share. An SDK may declare one type for all operations with
//! the same errors, and name it after them. If one of the operations gets another error, it no
//! longer has that type.

use std::collections::HashMap;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::{Api, Kind, MediaType, Method, Operation, SchemaId, Status};

/// The maximum number of errors that a type is named after.
const MOST_NAMED: usize = 3;

/// An error of an operation: its status, its media type if there are several, and the type of its body.
type Failure = (Status, Option<String>, String);

/// A type that several operations share.
struct Shared<'a> {
    /// The statuses that the type is named after; none if it has the usual errors.
    name: Vec<Status>,
    /// How many types before this one have the same name.
    namesakes: usize,
    failures: Vec<Failure>,
    users: Vec<&'a Operation>,
}

impl<'a> Comparison<'a> {
    /// Reports the shared types that are gone, have lost an error, or have lost an operation that
    /// still exists. They are reported together, because one change can rename all of them.
    pub(super) fn shared_errors(&mut self) {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let kept = shared(new);
        let changed: Vec<_> = shared(old)
            .into_iter()
            .filter_map(|one| Some((leaver(&one, &kept, new)?, one)))
            .collect();
        let Some((left, first)) = changed.first() else {
            return;
        };
        let statuses: Vec<_> = first.failures.iter().map(|(status, ..)| status).collect();
        let more = match changed.len() - 1 {
            0 => String::new(),
            others => format!("; {} changed as well", count(others, "other shared type")),
        };
        let text = format!(
            "`{}` and {} no longer share a type for their errors ({}){more}",
            left.id,
            count(first.users.len() - 1, "other operation"),
            list(&statuses),
        );
        let text = Message::new(text, &[&left.id, &list(&statuses)]);
        let after = new.operations.iter().find(|one| one.id == left.id);
        let spans = (Some(left.span), after.map(|one| one.span));
        let place = Place::api("errors that operations share");
        let rule = id!("api-shared-errors-changed");
        self.report(rule, Level::Info, &place, text, spans);
    }
}

/// Returns an operation whose errors can no longer be used as those of the type; `None` if all can.
fn leaver<'a>(one: &Shared<'a>, kept: &[Shared<'_>], new: &Api) -> Option<&'a Operation> {
    let same = |other: &&Shared<'_>| (&other.name, other.namesakes) == (&one.name, one.namesakes);
    let first = one.users.first().copied();
    let Some(other) = kept.iter().find(same) else {
        return first;
    };
    if one
        .failures
        .iter()
        .any(|failure| !other.failures.contains(failure))
    {
        return first;
    }
    let exists = |id: &str| new.operations.iter().any(|operation| operation.id == id);
    let stays = |id: &str| other.users.iter().any(|operation| operation.id == id);
    let mut users = one.users.iter().copied();
    users.find(|user| exists(&user.id) && !stays(&user.id))
}

/// Returns the types that more than one operation uses, in the order in which an SDK declares them.
fn shared(api: &Api) -> Vec<Shared<'_>> {
    let mut sets: Vec<(Vec<Failure>, Vec<&Operation>)> = Vec::new();
    let mut known: HashMap<Vec<Failure>, usize> = HashMap::new();
    for operation in grouped(api) {
        let failures = failures(api, operation);
        if failures.is_empty() {
            continue;
        }
        let at = *known.entry(failures.clone()).or_insert(sets.len());
        if at == sets.len() {
            sets.push((failures, Vec::new()));
        }
        sets[at].1.push(operation);
    }
    sets.retain(|(_, users)| users.len() > 1);
    let usual = sets.iter().max_by_key(|(_, users)| users.len());
    let usual = usual.map_or_else(Vec::new, |(failures, _)| statuses(failures));
    let mut all: Vec<Shared<'_>> = Vec::new();
    for (failures, users) in sets {
        let name = name(&statuses(&failures), &usual);
        let namesakes = all.iter().filter(|other| other.name == name).count();
        all.push(Shared {
            name,
            namesakes,
            failures,
            users,
        });
    }
    all
}

/// Returns the operations by their first tag, in the order of the tags; those without one last.
fn grouped(api: &Api) -> impl Iterator<Item = &Operation> {
    let groups = api.by_tag().into_iter();
    groups.flat_map(|(_, operations)| operations.into_iter().map(|index| &api.operations[index]))
}

/// Returns the errors of an operation, in the order of their statuses.
fn failures(api: &Api, operation: &Operation) -> Vec<Failure> {
    let responses = operation.responses.iter();
    let mut responses: Vec<_> = responses.filter(|one| !one.status.is_success()).collect();
    responses.sort_by_key(|one| order(one.status));
    let mut failures = Vec::new();
    for response in responses {
        // RFC 9110 §9.3.2, §15.4.5.
        let has_body = operation.method != Method::Head && response.status != Status::Code(304);
        let content = response.content.iter().filter(|_| has_body);
        let content: Vec<_> = content.collect();
        if content.is_empty() {
            failures.push((response.status, None, "no body".to_owned()));
        }
        let several = content.len() > 1;
        for media in content {
            let essence = several.then(|| media.essence());
            failures.push((response.status, essence, body(api, media)));
        }
    }
    failures
}

const fn order(status: Status) -> (u8, u16) {
    match status {
        Status::Code(code) => (0, code),
        Status::Range(class) => (1, class as u16),
        Status::Default => (2, 0),
    }
}

/// Returns the name of the type that a body is read into.
fn body(api: &Api, media: &MediaType) -> String {
    let essence = media.essence();
    if media.is_json() {
        return media
            .schema
            .map_or_else(|| "any value".to_owned(), |id| ty(api, id));
    }
    let form = essence == "application/x-www-form-urlencoded";
    let xml = essence == "application/xml" || essence.ends_with("+xml");
    let kind = if form || xml || essence.starts_with("text/") {
        "text"
    } else {
        "bytes"
    };
    kind.to_owned()
}

fn ty(api: &Api, id: SchemaId) -> String {
    let resolved = api.resolve(id);
    let names = [id, resolved].map(|id| api.schema(id).name.as_deref());
    let null = if api.is_nullable(id) { " or null" } else { "" };
    if let Some(name) = names.into_iter().flatten().next() {
        return format!("{name}{null}");
    }
    let schema = api.schema(resolved);
    match &schema.kind {
        Kind::Array(array) => format!("array of {}{null}", ty(api, array.items)),
        // The type of such a schema is named after its place, and no other operation has it.
        Kind::Object(_) | Kind::Union(_) | Kind::Enumeration(_) => format!("{resolved:?}{null}"),
        kind => format!("{}{null}", super::kind::describe(kind)),
    }
}

/// Returns each status once.
fn statuses(failures: &[Failure]) -> Vec<Status> {
    let mut statuses: Vec<_> = failures.iter().map(|(status, ..)| *status).collect();
    statuses.dedup();
    statuses
}

/// Returns the statuses that a type is named after: those that it has in addition to the usual ones.
fn name(statuses: &[Status], usual: &[Status]) -> Vec<Status> {
    let has_usual = usual.iter().all(|status| statuses.contains(status));
    let own = statuses.iter().copied();
    let own: Vec<_> = own
        .filter(|one| !has_usual || !usual.contains(one))
        .collect();
    if own.len() > MOST_NAMED {
        return Vec::new();
    }
    own
}

fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// Returns statuses as a list for people, each once.
fn list(statuses: &[&Status]) -> String {
    let mut texts: Vec<_> = statuses.iter().map(ToString::to_string).collect();
    texts.dedup();
    texts.join(", ")
}
