//! Catches panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future that returns `None` if it panics. The panic message goes only to the panic hook.
pub(super) struct Guarded<T>(pub(super) Pin<Box<dyn Future<Output = T> + Send>>);

impl<T> Future for Guarded<T> {
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        // A panicked future is never polled again, so its broken state is not observed.
        match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(cx))) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        }
    }
}

/// Runs `action`; `None` if it panics.
pub(super) fn guarded<T>(action: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(action)).ok()
}
