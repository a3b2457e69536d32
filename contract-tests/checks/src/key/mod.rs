//! Checks of the older kind of credential.

mod invalid_key;
mod not_interchangeable;
mod not_repeated;
mod same_answer;

use crate::check::Check;
use conformance_core::description::OperationId;
use conformance_core::missing_input::Lack;
use conformance_engine::session::{Session, Stop, Who};

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &same_answer::CHECK,
    &invalid_key::CHECK,
    &not_interchangeable::CHECK,
    &not_repeated::CHECK,
];

/// The `Authorization` field that the API key of the identity that is judged makes.
///
/// # Errors
/// When there is no key, or it is sent elsewhere.
async fn key_field(session: &Session, operation: OperationId) -> Result<String, Stop> {
    let judged = session.judged();
    if judged.api_key.is_none() {
        return Err(session.lacks(Lack::ApiKey));
    }
    let who = Who::Legacy(judged.name.clone());
    let (request, _) = session.ask(operation).as_who(who).request().await?;
    let field = request.header("authorization").map(str::to_owned);
    field.ok_or_else(|| Stop::Skip("the key is not sent in Authorization".to_owned()))
}
