//! Checks of HTTP itself.

mod accepted_described;
mod allow_with_405;
mod challenge_with_401;
pub mod challenges;
mod content_type_there;
mod content_type_truthful;
mod created_identified;
mod date_there;
mod excess_refused;
mod framing_strict;
mod head_like_get;
mod head_without_content;
pub mod intermediary;
mod malformed_json_refused;
mod no_content_is_none;
mod no_gateway_error;
mod no_server_error;
mod options_answered;
mod plain_text_refused;
mod preconditions_hold;
mod tls_only;
mod unknown_method_refused;

use spec::model::{Method, Operation};

use crate::check::Check;
use conformance_core::description::OperationId;
use conformance_core::exchange::Host;
use conformance_engine::session::{Session, Stop};

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &tls_only::CHECK,
    &challenge_with_401::CHECK,
    &allow_with_405::CHECK,
    &unknown_method_refused::CHECK,
    &head_without_content::CHECK,
    &head_like_get::CHECK,
    &date_there::CHECK,
    &no_content_is_none::CHECK,
    &content_type_there::CHECK,
    &content_type_truthful::CHECK,
    &plain_text_refused::CHECK,
    &malformed_json_refused::CHECK,
    &options_answered::CHECK,
    &preconditions_hold::CHECK,
    &created_identified::CHECK,
    &accepted_described::CHECK,
    &no_server_error::CHECK,
    &no_gateway_error::CHECK,
    &framing_strict::CHECK,
    &excess_refused::CHECK,
];

/// Returns the reads on the API's host, in the order of the description.
#[must_use]
pub fn reads(session: &Session) -> Vec<OperationId> {
    let all = session.description.operations();
    let reads =
        all.filter(|(_, one)| one.method == Method::Get && session.host(one) == Host::Resource);
    reads.map(|(id, _)| id).collect()
}

/// Returns a read whose path is known, preferably a list.
///
/// # Errors
/// Returns an error if the description has none.
pub fn any_read(session: &Session) -> Result<OperationId, Stop> {
    let none = || Stop::Skip("there is no GET whose path is known".to_owned());
    read_that(session, |_| true).ok_or_else(none)
}

/// Returns a matching read whose path is known.
pub fn read_that(session: &Session, is_wanted: impl Fn(&Operation) -> bool) -> Option<OperationId> {
    let lists = session
        .world
        .resources
        .iter()
        .filter_map(|(_, one)| one.list);
    let all = lists.chain(reads(session));
    let mut known = all.filter(|id| {
        let operation = session.description.operation(*id);
        let bound = session.bindings(&session.primary().name, operation);
        let mut variables = conformance_core::resources::variables(operation).into_iter();
        is_wanted(operation) && variables.all(|name| bound.contains_key(&name))
    });
    known.next()
}
