//! Authentication: credentials are checked before the body is read and the handler is called.

use types::runtime::Operation;

use super::challenge::BearerError;
use super::present::Unreadable;
use super::{Carrier, Config, Context, Credential, Kind, Proof, Rejection, Scheme};

/// Authenticates callers of the operations that require a credential.
pub trait Authenticator: Send + Sync + 'static {
    /// The authenticated caller, as passed to handlers.
    type Principal: Send + 'static;

    /// Checks a credential that was sent for an operation: that it is known, has not expired, and
    /// grants [`Credential::scopes`].
    fn authenticate(
        &self,
        credential: Credential,
        context: &Context,
    ) -> impl Future<Output = Result<Self::Principal, Denied>> + Send;
}

/// The reason that a credential is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denied {
    /// The credential is unknown, expired or revoked: 401, `invalid_token` (RFC 6750 §3.1).
    Invalid,
    /// Like [`Denied::Invalid`], with a description for the developer of the client, which the body
    /// and the challenge of the response contain.
    InvalidBecause(String),
    /// The resource in the path does not exist or is hidden from this caller: 404 (RFC 9110
    /// §15.5.4).
    NotFound,
    /// The credential lacks the required scopes: 403, `insufficient_scope` (RFC 6750 §3.1).
    InsufficientScope,
    /// The credential cannot be checked at the moment: 503.
    Unavailable,
}

/// One credential that an operation requires, and how it is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    pub(super) scheme: &'static str,
    pub(super) scopes: &'static [&'static str],
    pub(super) carrier: Carrier,
}

/// The credentials that an operation requires: any one alternative suffices.
#[derive(Debug)]
pub(super) struct Access(Vec<Vec<Demand>>);

impl Access {
    /// Creates the requirements of an operation. A scheme that is not among `schemes` cannot be
    /// satisfied.
    pub(super) fn new(operation: &'static Operation, schemes: &[Scheme]) -> Self {
        let carrier = |name| schemes.iter().find(|scheme| scheme.name == name);
        let demand = |security: &types::runtime::Security| Demand {
            scheme: security.scheme,
            scopes: security.scopes,
            carrier: carrier(security.scheme).map_or(Carrier::Unseen, |scheme| scheme.carrier),
        };
        let alternatives = operation.security.iter();
        Self(
            alternatives
                .map(|all| all.iter().map(demand).collect())
                .collect(),
        )
    }

    /// Authenticates the caller; `None` if the operation needs no credential and none was sent.
    pub(super) async fn check<A: Authenticator>(
        &self,
        api: &A,
        context: &Context,
        config: &Config,
    ) -> Result<Option<A::Principal>, Rejection> {
        let held = self.held(context, config)?;
        let choices = self.choices(&held, config)?;
        let mut worst = None;
        for choice in choices {
            let Some(credential) = credential(choice, &held) else {
                return Ok(None);
            };
            match api.authenticate(credential, context).await {
                Ok(principal) => return Ok(Some(principal)),
                Err(denied) => worst = Some(graver(worst, denied)),
            }
        }
        Err(self.denied(&worst.unwrap_or(Denied::Invalid), &held, config))
    }

    /// Returns whether a key is sent in the header field `name`.
    pub(super) fn uses_header(&self, name: &str) -> bool {
        self.demands().any(|demand| {
            matches!(demand.carrier, Carrier::Header(header) if header.eq_ignore_ascii_case(name))
        })
    }

    fn demands(&self) -> impl Iterator<Item = &Demand> {
        self.0.iter().flatten()
    }

    fn held(&self, context: &Context, config: &Config) -> Result<Held, Rejection> {
        let mut held = Held::new();
        for demand in self.demands() {
            if held.iter().any(|(carrier, _)| *carrier == demand.carrier) {
                continue;
            }
            match demand.carrier.presented(context) {
                Ok(proof) => held.extend(proof.map(|proof| (demand.carrier, proof))),
                Err(Unreadable::Repeated) => return Err(self.ambiguous(config)),
                Err(Unreadable::Malformed) => return Err(self.malformed(demand.carrier, config)),
            }
        }
        if held.iter().any(|(carrier, _)| carrier.is_authorization()) {
            held.retain(|(carrier, _)| !carrier.is_any_authorization());
        }
        Ok(held)
    }

    /// Returns the alternatives that require exactly what was sent. Cookies, which browsers send
    /// automatically, do not count if another credential was sent.
    fn choices(&self, held: &Held, config: &Config) -> Result<Vec<&[Demand]>, Rejection> {
        let all: Vec<_> = held.iter().map(|(carrier, _)| *carrier).collect();
        let deliberate: Vec<_> = all.iter().copied().filter(|c| !c.is_ambient()).collect();
        for sent in [&all, &deliberate] {
            let choices = self.asking_for(sent);
            if !choices.is_empty() {
                return Ok(choices);
            }
        }
        let serves = |all: &Vec<Demand>| !all.is_empty() && all.iter().all(|d| has(held, d));
        Err(if self.0.iter().any(serves) {
            self.ambiguous(config)
        } else {
            self.missing(config)
        })
    }

    fn asking_for(&self, sent: &[Carrier]) -> Vec<&[Demand]> {
        let exactly = |all: &&[Demand]| {
            all.iter().all(|demand| sent.contains(&demand.carrier))
                && sent
                    .iter()
                    .all(|carrier| all.iter().any(|demand| demand.carrier == *carrier))
        };
        self.0.iter().map(Vec::as_slice).filter(exactly).collect()
    }

    fn missing(&self, config: &Config) -> Rejection {
        Rejection::new(Kind::MissingCredential, "A credential is required.").challenged(
            self.demands(),
            None,
            config,
        )
    }

    fn ambiguous(&self, config: &Config) -> Rejection {
        let error = BearerError {
            code: "invalid_request",
            description: None,
        };
        Rejection::new(
            Kind::AmbiguousCredential,
            "More than one credential was sent.",
        )
        .challenged(self.demands(), Some(&error), config)
    }

    fn malformed(&self, carrier: Carrier, config: &Config) -> Rejection {
        let error = BearerError {
            code: "invalid_token",
            description: None,
        };
        let error = (carrier == Carrier::Bearer).then_some(&error);
        Rejection::new(Kind::InvalidCredential, "The credential is malformed.").challenged(
            self.demands(),
            error,
            config,
        )
    }

    fn denied(&self, denied: &Denied, held: &Held, config: &Config) -> Rejection {
        let (kind, code) = match denied {
            Denied::Invalid | Denied::InvalidBecause(_) => {
                (Kind::InvalidCredential, "invalid_token")
            }
            Denied::InsufficientScope => (Kind::InsufficientScope, "insufficient_scope"),
            Denied::NotFound => return Rejection::new(Kind::NotFound, sentence(denied)),
            Denied::Unavailable => {
                return Rejection::new(Kind::AuthenticatorUnavailable, sentence(denied));
            }
        };
        let description = match denied {
            Denied::InvalidBecause(description) => Some(description.clone()),
            _ => None,
        };
        let by_bearer = held.iter().any(|(carrier, _)| *carrier == Carrier::Bearer);
        let error = by_bearer.then_some(BearerError { code, description });
        Rejection::new(kind, sentence(denied)).challenged(self.demands(), error.as_ref(), config)
    }
}

/// The credentials of a request, by how they were sent.
type Held = Vec<(Carrier, Proof)>;

fn has(held: &Held, demand: &Demand) -> bool {
    held.iter().any(|(carrier, _)| *carrier == demand.carrier)
}

/// Returns the credential for an alternative; `None` if the alternative requires none.
fn credential(choice: &[Demand], held: &Held) -> Option<Credential> {
    let one = |demand: &Demand| {
        let (_, proof) = held
            .iter()
            .find(|(carrier, _)| *carrier == demand.carrier)?;
        let proof = proof.clone();
        Some(Credential {
            scheme: demand.scheme,
            scopes: demand.scopes,
            proof,
        })
    };
    match choice {
        [] => None,
        [demand] => one(demand),
        [first, ..] => Some(Credential {
            scheme: first.scheme,
            scopes: first.scopes,
            proof: Proof::All(choice.iter().filter_map(one).collect()),
        }),
    }
}

/// Returns the one of two denials to report: an unavailable check first, then missing scopes.
fn graver(first: Option<Denied>, second: Denied) -> Denied {
    let rank = |denied: &Denied| match denied {
        Denied::Unavailable => 3,
        Denied::InsufficientScope => 2,
        Denied::NotFound => 1,
        Denied::Invalid | Denied::InvalidBecause(_) => 0,
    };
    match first {
        Some(first) if rank(&first) >= rank(&second) => first,
        _ => second,
    }
}

/// Returns the detail of the problem, which says no less than the challenge.
fn sentence(denied: &Denied) -> &str {
    match denied {
        Denied::InvalidBecause(description) => description,
        Denied::Invalid => "The credential is not valid.",
        Denied::NotFound => "There is no such resource.",
        Denied::InsufficientScope => "The credential does not have the required scopes.",
        Denied::Unavailable => "Credentials cannot be checked at the moment.",
    }
}
