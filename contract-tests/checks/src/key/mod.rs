//! Checks of the older kind of credential.

mod credential_not_repeated;
mod invalid_key_refused;
mod key_and_token_apart;
mod key_reads_the_same;

use crate::check::Check;
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_engine::session::{Session, Stop, Who};

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &key_reads_the_same::CHECK,
    &invalid_key_refused::CHECK,
    &key_and_token_apart::CHECK,
    &credential_not_repeated::CHECK,
];

/// Returns the `Authorization` field with the API key of the checked identity.
///
/// # Errors
/// Returns an error if there is no key, or it is sent in another field.
async fn key_field(session: &Session, operation: OperationId) -> Result<String, Stop> {
    let primary = session.primary();
    if primary.api_key.is_none() {
        return Err(session.missing(MissingInput::ApiKey));
    }
    let who = Who::Legacy(primary.name.clone());
    let (request, _) = session.prepare(operation).as_who(who).request().await?;
    let field = request.header("authorization").map(str::to_owned);
    field.ok_or_else(|| Stop::Skip("the key is not sent in Authorization".to_owned()))
}
