//! Turns a [`Failure`] into the response of its operation.

use server::runtime::{AnyStatus, RefuseAny, ServerError};
use types::Problem;

use crate::failure::{Failure, problem};

/// 500 (RFC 9110 §15.6.1).
const SERVER_ERROR: u16 = 500;

/// Returns the response of an operation: its result, or its failure.
pub async fn answer<T: RefuseAny<Problem>>(work: impl Future<Output = Result<T, Failure>>) -> T {
    work.await.unwrap_or_else(refusal)
}

/// Returns the declared response for a failure. A failure that an operation does not declare is a
/// bug in this program, so it becomes a 500.
fn refusal<T: RefuseAny<Problem>>(failure: Failure) -> T {
    let status = failure.status();
    if status == SERVER_ERROR || T::STATUSES.contains(&status) {
        return refuse(status, failure.into_problem());
    }
    let answer = std::any::type_name::<T>();
    tracing::error!(undeclared = status, ?failure, answer);
    refuse(SERVER_ERROR, problem(SERVER_ERROR, "internal-error", None))
}

fn refuse<T: RefuseAny<Problem>>(status: u16, problem: Problem) -> T {
    let status = AnyStatus::new(status).unwrap_or(ServerError::INTERNAL_SERVER_ERROR.into());
    T::refuse_any(status, problem)
}
