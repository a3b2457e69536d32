//! What PKCE asks of every client: an authorization request without a challenge is refused
//! (RFC 9700 §2.1.1).

use super::flow::Client;
use crate::check::{Fault, Outcome};
use conformance_engine::expectation;
use conformance_engine::session::Stop;

/// Asks for a code without `code_challenge`; `kind` is the kind of the client, in a sentence.
///
/// # Errors
/// When the authorization endpoint cannot be asked.
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
    // Where nothing is known about the client, a page may say it in the client's place.
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
