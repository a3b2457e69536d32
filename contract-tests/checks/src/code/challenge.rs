//! What PKCE requires of every client: an authorization request without a challenge is refused (RFC
//! 9700 §2.1.1).

use super::flow::Client;
use crate::check::{Fault, Outcome};
use conformance_engine::expectation;
use conformance_engine::session::Stop;

/// Requests a code without `code_challenge`. `kind` names the kind of client in messages.
///
/// # Errors
/// Returns an error if the authorization endpoint does not respond.
pub(super) async fn refused_without_challenge(
    outcome: &mut Outcome,
    client: &Client<'_>,
    kind: &str,
) -> Result<(), Stop> {
    let request = client.request();
    let request = request
        .without("code_challenge")
        .without("code_challenge_method");
    let came = client.authorize(&request).await?;
    let error = came.parameter("error");
    // If the server cannot identify the client, it may show a page instead of redirecting.
    let holds = match &error {
        Some(error) => error == "invalid_request",
        None => came.is_refused(),
    };
    outcome.require(holds, &came.evidence(), || {
        Fault::new(format!(
            "a {kind} client is accepted without code_challenge"
        ))
        .must_of(
            0,
            expectation::header_matches("location", r"[?&#]error=").or(expectation::class(4)),
        )
        .expected("the error invalid_request (RFC 9700 §2.1.1)")
        .actual(came.describe())
    });
    Ok(())
}
