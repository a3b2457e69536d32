//! AUTH-04: an access token that was revoked is refused.

use std::time::{Duration, Instant};

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, local_target, text, texts};
use crate::token::Client;
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "revoked-token-refused",
    requirement: "AUTH-04",
    strength: None,
    about: "An access token that its client has revoked is answered with 401.",
    example: "> POST /oauth2/revoke token=<t>\n\
              < 200\n\
              > GET /org/o1/offer  Authorization: Bearer <t>\n\
              < 200",
    fix: "Look up revocation on the resource host (introspection or a list of revoked ids), or \
          keep tokens very short-lived.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How often the run looks whether the revocation has taken effect.
const PAUSE: Duration = Duration::from_millis(100);

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let endpoint = Endpoint::of(session).await?;
    // A separate token, because revoking it must not disturb the rest of the run.
    let (token, _) = client.token().await?;
    let before = session.prepare_with_bearer(&token)?.send().await?;
    if matches!(before.status, 401 | 403) {
        return Err(Stop::Undecided(
            "the token is refused before it is revoked".to_owned(),
        ));
    }
    let revocation = endpoint.revoke(session, &client, &token).await?;
    let after = refusal(session, &token).await?;
    let evidence = [before.exchange(), revocation.exchange(), after.exchange()];
    outcome.require(after.status == 401, &evidence, || {
        Fault::new("an access token is accepted after it was revoked")
            .must(expectation::status(&[401]))
            .expected("401 with the error invalid_token (RFC 6750 §3.1, RFC 7009 §2.2)")
            .actual(after.status.to_string())
            .help(
                "The revocation was answered with 200, which says that the token is invalid; the \
                 run has waited for it to take effect.",
            )
    });
    Ok(())
}

/// Sends requests with a token until it is refused, for as long as a run waits for delayed effects.
async fn refusal(session: &Session, token: &str) -> Result<Answer, Stop> {
    let end = Instant::now() + session.profile.patience;
    loop {
        let answer = session.prepare_with_bearer(token)?.send().await?;
        if answer.status == 401 || Instant::now() >= end || !session.may_go_on() {
            return Ok(answer);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The revocation endpoint, and how clients authenticate there.
struct Endpoint {
    host: Host,
    target: String,
    takes_post: bool,
}

impl Endpoint {
    /// Reads the endpoint from the metadata of the authorization server (RFC 8414 §2).
    async fn of(session: &Session) -> Result<Self, Stop> {
        let metadata = document(session, AUTHORIZATION_SERVER).await?;
        let body = metadata.body()?;
        let Some(address) = text(body, "revocation_endpoint") else {
            return Err(Stop::Skip(
                "the metadata names no revocation endpoint".to_owned(),
            ));
        };
        let Some((host, target)) = local_target(session, address) else {
            return Err(Stop::Skip(
                "the revocation endpoint is on another host".to_owned(),
            ));
        };
        // The default is client_secret_basic.
        let methods = texts(body, "revocation_endpoint_auth_methods_supported");
        let takes_post = methods.is_some_and(|all| all.contains(&"client_secret_post"));
        Ok(Self {
            host,
            target,
            takes_post,
        })
    }

    /// Revokes a token (RFC 7009 §2.1).
    async fn revoke(
        &self,
        session: &Session,
        client: &Client<'_>,
        token: &str,
    ) -> Result<Answer, Stop> {
        let mut fields = vec![("token", token), ("token_type_hint", "access_token")];
        if self.takes_post {
            fields.extend([("client_id", client.id), ("client_secret", client.secret)]);
        }
        let mut builder = session.raw(self.host, "POST", &self.target).form(&fields);
        if !self.takes_post {
            builder = builder.authorization(client.basic());
        }
        let answer = builder.send().await?;
        let is_unsupported = answer.json().is_ok_and(|body| {
            body.get("error")
                .and_then(conformance_core::json::Json::as_str)
                == Some("unsupported_token_type")
        });
        if is_unsupported {
            return Err(Stop::Skip(
                "access tokens cannot be revoked (RFC 7009 §2.2.1)".to_owned(),
            ));
        }
        answer.success()
    }
}
