//! Resources of another organization, and requests that name them.

use std::collections::BTreeSet;

use crate::http::reads;
use conformance_core::description::OperationId;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::variables;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};
use spec::model::Location;

/// The maximum number of texts of an organization's data that are searched for in responses to
/// others.
const TEXTS: usize = 300;

/// Shorter texts would match everywhere.
const SHORTEST: usize = 8;

/// Two identities of different organizations; the first one sends the requests.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The name of the identity that sends the requests.
    pub(super) own: String,
    /// The name of the identity that owns what is requested.
    pub(super) other: String,
}

/// A request for an item that belongs to another organization.
#[derive(Debug, Clone)]
pub(super) struct Foreign {
    /// The operation.
    pub(super) operation: OperationId,
    /// The path parameters.
    pub(super) bindings: Bindings,
    /// The parameter with the other organization's value.
    pub(super) variable: String,
    /// The header field that names the other organization, if there is one.
    pub(super) field: Option<(String, String)>,
    /// Where the other organization is named, for titles.
    pub(super) place: &'static str,
}

/// Returns both identities in both orders.
///
/// # Errors
/// Returns an error if there are no two of different organizations.
pub(super) fn pairs(session: &Session) -> Result<[Pair; 2], Stop> {
    let one = session.primary();
    let other = session
        .credentials
        .other()
        .filter(|one| one.has_credential());
    let Some(other) = other.filter(|_| one.has_credential()) else {
        return Err(session.missing(MissingInput::OtherOrganization));
    };
    let (own, foreign) = (session.given(&one.name), session.given(&other.name));
    if !own.is_empty() && own == foreign {
        return Err(session.missing(MissingInput::OtherOrganization));
    }
    let pair = |own: &str, other: &str| Pair {
        own: own.to_owned(),
        other: other.to_owned(),
    };
    Ok([pair(&one.name, &other.name), pair(&other.name, &one.name)])
}

/// Returns every read of the other organization's items: on its path, and by its ids on the
/// caller's path.
pub(super) fn foreign_reads(session: &Session, pair: &Pair) -> Vec<Foreign> {
    let (own, other) = (session.given(&pair.own), session.given(&pair.other));
    let mut all = Vec::new();
    for operation in reads(session) {
        let described = session.description.operation(operation);
        if !super::needs_credential(described) {
            continue;
        }
        all.extend(by_field(session, pair, operation));
        let theirs = shown(session, &pair.other, &described.path);
        let names = variables(described);
        let is_known = names.iter().all(|name| theirs.contains_key(name));
        let foreign = names
            .iter()
            .find(|name| other.contains_key(*name) && other.get(*name) != own.get(*name));
        let id = names.iter().rev().find(|name| !other.contains_key(*name));
        let Some(variable) = foreign.or(id).filter(|_| is_known) else {
            continue;
        };
        all.push(Foreign {
            operation,
            bindings: theirs.clone(),
            variable: variable.clone(),
            field: None,
            place: "on its path",
        });
        // The other's id on the caller's path, if the path has both.
        if let (Some(_), Some(id)) = (foreign, id) {
            let mut mixed = theirs;
            // A parameter that both identities have names the tenant; one that only one has may
            // name another item.
            let tenant = own.iter().filter(|(name, _)| other.contains_key(*name));
            mixed.extend(tenant.map(|(name, value)| (name.clone(), value.clone())));
            mixed.retain(|name, _| names.contains(name));
            all.push(Foreign {
                operation,
                bindings: mixed,
                variable: id.clone(),
                field: None,
                place: "on the path of the caller",
            });
        }
    }
    all
}

/// Returns a read of the other organization's item that names that organization in a header field.
fn by_field(session: &Session, pair: &Pair, operation: OperationId) -> Option<Foreign> {
    let (own, other) = (session.given(&pair.own), session.given(&pair.other));
    let described = session.description.operation(operation);
    let mut fields = described
        .parameters
        .iter()
        .filter(|one| one.location == Location::Header);
    let field = fields.find_map(|one| {
        let value = other.get(&one.name)?;
        (own.get(&one.name)? != value).then(|| (one.name.clone(), value.clone()))
    })?;
    let bindings = shown(session, &pair.other, &described.path);
    let is_known = variables(described)
        .iter()
        .all(|name| bindings.contains_key(name));
    is_known.then(|| Foreign {
        operation,
        bindings,
        variable: field.0.clone(),
        field: Some(field),
        place: "by its field",
    })
}

/// Returns the path parameters that an identity was given or has seen. Examples of the description
/// may belong to either.
fn shown(session: &Session, identity: &str, path: &str) -> Bindings {
    let mut bindings = session.given(identity);
    let mut owner = session.world.resources.owner(path);
    while let Some(id) = owner {
        if let Some(known) = session.world.pool.first(identity, id) {
            bindings.extend(known.bindings);
            break;
        }
        owner = session.world.resources.get(id).parent;
    }
    bindings.retain(|name, _| path.contains(&format!("{{{name}}}")));
    bindings
}

/// Returns the texts that only the data of the other organization has.
pub(super) fn texts(session: &Session, pair: &Pair) -> Vec<String> {
    let (mut own, mut other) = (BTreeSet::new(), BTreeSet::new());
    for (id, _) in session.world.resources.iter() {
        for known in session.world.pool.all(&pair.own, id) {
            leaves(&known.value, &mut own);
        }
        for known in session.world.pool.all(&pair.other, id).into_iter().take(20) {
            leaves(&known.value, &mut other);
        }
    }
    other
        .into_iter()
        .filter(|text| !own.contains(text))
        .take(TEXTS)
        .collect()
}

fn leaves(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::String(text) if text.len() >= SHORTEST => {
            found.insert(text.to_string());
        }
        Json::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Json::Object(members) => members.iter().for_each(|(_, item)| leaves(item, found)),
        _ => {}
    }
}
