//! Requests without a credential, or with an invalid one.

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::model::{Location, Operation, SecurityKind};

use super::Unit;
use super::case::Cases;
use super::target::refused_bindings;
use conformance_core::exchange::Defect;
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::variables;
use conformance_engine::pool::{Bindings, Known};
use conformance_engine::session::{Session, Stop, Who};

/// Sends such requests. Returns how many.
pub(super) async fn send(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let case = {
        let existing = session.existing_for(&primary, operation);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    let bindings = refused_bindings(session, unit.operation).await?;
    if unit.intent == Intent::OtherOrganization && !is_owned(session, operation, &bindings) {
        return Err(Stop::Skip(
            "nothing on its path belongs to an organization".to_owned(),
        ));
    }
    let mut sent = 0;
    for (who, what) in who(session, unit).await? {
        let defect = what.map(|what| defect(operation, what));
        case.prepare(session, unit, &bindings, defect)?
            .as_who(who)
            .exchange()
            .await?;
        sent += 1;
    }
    if unit.intent == Intent::WrongCredential {
        for (name, value) in wrong_fields(session, operation) {
            let defect = defect(operation, "was never issued");
            case.prepare(session, unit, &bindings, Some(defect))?
                .as_nobody()
                .header(&name, value)
                .exchange()
                .await?;
            sent += 1;
        }
    }
    Ok(sent)
}

/// Returns whether a path names something of the organization under test and not of the other one:
/// its tenant, one of its items, or an unused value.
fn is_owned(session: &Session, operation: &Operation, bindings: &Bindings) -> bool {
    let primary = &session.primary().name;
    let Some(other) = session.credentials.other() else {
        return true;
    };
    let (own, theirs) = (session.given(primary), session.given(&other.name));
    variables(operation).iter().any(|name| {
        let Some(text) = bindings.get(name) else {
            return false;
        };
        let has = |identity: &str| {
            let mut all = session.world.resources.iter();
            all.any(|(id, _)| {
                let is = |one: &Known| one.bindings.get(name) == Some(text);
                session.world.pool.find(identity, id, is).is_some()
            })
        };
        let is_tenant =
            own.get(name) == Some(text) && theirs.get(name).is_some_and(|one| one != text);
        is_tenant
            || session.world.guard.ledger.is_made_up(text)
            || (has(primary) && !has(&other.name))
    })
}

fn defect(operation: &Operation, what: &str) -> Arc<Defect> {
    Arc::new(Defect {
        at: "credential".to_owned(),
        what: what.to_owned(),
        span: Some(operation.span),
        provenance: operation.provenance.clone(),
    })
}

/// Returns an invalid credential of each kind, other than tokens, that an operation accepts: a key
/// in a dedicated field, a name and a password (RFC 7617).
fn wrong_fields(session: &Session, operation: &Operation) -> BTreeMap<String, &'static str> {
    let taken = operation.security.iter().flat_map(|one| &one.schemes);
    let schemes = taken.filter_map(|(name, _)| {
        let mut all = session.description.api.security_schemes.iter();
        all.find(|scheme| scheme.name == *name)
    });
    let fields = schemes.filter_map(|scheme| match &scheme.kind {
        SecurityKind::ApiKey {
            name,
            location: Location::Header,
            ..
        } if !name.eq_ignore_ascii_case("authorization") => {
            Some((name.to_ascii_lowercase(), "conformance-was-never-issued"))
        }
        SecurityKind::Http { scheme, .. } if scheme == "basic" => {
            let pair = "Basic Y29uZm9ybWFuY2U6d2FzLW5ldmVyLWlzc3VlZA==";
            Some(("authorization".to_owned(), pair))
        }
        _ => None,
    });
    fields.collect()
}

type Credential = (Who, Option<&'static str>);

async fn who(session: &Session, unit: &Unit) -> Result<Vec<Credential>, Stop> {
    let primary = session.primary().name.clone();
    let header = |value: &str| Who::Header(value.to_owned());
    Ok(match unit.intent {
        Intent::WithoutCredential => vec![(Who::Anonymous, Some("is not there"))],
        Intent::WrongCredential => vec![
            (
                header("Bearer conformance-was-never-issued"),
                Some("was never issued"),
            ),
            (header("Bearer"), Some("is empty")),
            (header("Unknown abc"), Some("is of an unknown scheme")),
            (
                header("Key conformance-was-never-issued"),
                Some("is a key that was never issued"),
            ),
        ],
        Intent::TamperedCredential => {
            let bearer = session.bearer(&primary).await?;
            let mut all = Vec::new();
            for (at, what) in [
                (2, "has a changed header"),
                (50, "has a changed payload"),
                (98, "has a changed signature"),
            ] {
                let header = tampered(&bearer, at);
                // It is nearly the real one.
                let token = header.rsplit(' ').next().unwrap_or_default();
                session.redactor.learn(token);
                all.push((Who::Header(header), Some(what)));
            }
            all
        }
        Intent::ExpiredCredential => {
            let token = session.expired_token().await?;
            let field = format!("Bearer {token}");
            vec![(Who::Header(field), Some("has expired"))]
        }
        Intent::OtherOrganization => {
            let Some(other) = session
                .credentials
                .other()
                .filter(|one| one.has_credential())
            else {
                return Err(session.missing(MissingInput::OtherOrganization));
            };
            vec![(
                Who::Named(other.name.clone()),
                Some("is another organization's"),
            )]
        }
        _ => {
            if session.primary().api_key.is_none() {
                return Err(session.missing(MissingInput::ApiKey));
            }
            vec![(Who::Legacy(primary), None)]
        }
    })
}

/// Returns a credential with one character changed, at this percentage of its length.
fn tampered(credential: &str, percent: usize) -> String {
    let start = credential.find(' ').map_or(0, |at| at + 1);
    let mut bytes = credential.as_bytes().to_vec();
    let at = start + (bytes.len() - start).saturating_sub(1) * percent / 100;
    // The dots of a JWT stay, so that its content is changed and not its structure.
    let at = if bytes.get(at) == Some(&b'.') {
        at + 1
    } else {
        at
    };
    if let Some(byte) = bytes.get_mut(at) {
        *byte = if *byte == b'A' { b'B' } else { b'A' };
    }
    String::from_utf8(bytes).unwrap_or_default()
}
