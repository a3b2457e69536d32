//! The table of operations and their handlers.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use types::runtime::Operation;

use super::authenticator::Access;
use super::call::Call;
use super::dispatch::Dispatch;
use super::{
    Answer, Authenticator, Caller, Config, Context, Kind, Rejection, Reply, Request, Scheme,
};

/// A running handler.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Calls the method for an operation.
pub type Handler<A, C, R, T> = for<'a> fn(&'a A, C, R) -> Pending<'a, T>;

type Outcome = Pending<'static, Result<Reply, Rejection>>;
type Endpoint = Box<dyn Fn(Call) -> Outcome + Send + Sync>;

/// An operation and its handler.
pub struct Route {
    pub(super) operation: &'static Operation,
    pub(super) endpoint: Endpoint,
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Route({})", self.operation.id)
    }
}

impl Route {
    fn new(
        operation: &'static Operation,
        endpoint: impl Fn(Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self {
            operation,
            endpoint: Box::new(endpoint),
        }
    }
}

/// Creates a route for an operation that requires a credential.
pub fn secured<A: Authenticator, R: Request, T: Answer>(
    api: &Arc<A>,
    operation: &'static Operation,
    handler: Handler<A, Caller<A::Principal>, R, T>,
) -> Route {
    let api = Arc::clone(api);
    Route::new(operation, move |call| {
        let api = Arc::clone(&api);
        Box::pin(async move {
            let Some(principal) = call
                .access
                .check(&*api, &call.context, &call.config)
                .await?
            else {
                return Err(mismatch());
            };
            let (context, request) = call.read().await?;
            Ok(handler(&api, Caller { principal, context }, request)
                .await
                .into_reply())
        })
    })
}

/// Creates a route for an operation with an optional credential.
pub fn optional<A: Authenticator, R: Request, T: Answer>(
    api: &Arc<A>,
    operation: &'static Operation,
    handler: Handler<A, Caller<Option<A::Principal>>, R, T>,
) -> Route {
    let api = Arc::clone(api);
    Route::new(operation, move |call| {
        let api = Arc::clone(&api);
        Box::pin(async move {
            let principal = call
                .access
                .check(&*api, &call.context, &call.config)
                .await?;
            let (context, request) = call.read().await?;
            Ok(handler(&api, Caller { principal, context }, request)
                .await
                .into_reply())
        })
    })
}

/// Creates a route for an operation that requires no credential.
pub fn open<A: Send + Sync + 'static, R: Request, T: Answer>(
    api: &Arc<A>,
    operation: &'static Operation,
    handler: Handler<A, Context, R, T>,
) -> Route {
    let api = Arc::clone(api);
    Route::new(operation, move |call| {
        let api = Arc::clone(&api);
        Box::pin(async move {
            if !operation.security.is_empty() {
                return Err(mismatch());
            }
            let (context, request) = call.read().await?;
            Ok(handler(&api, context, request).await.into_reply())
        })
    })
}

/// Returns the rejection of all callers if the kind of handler contradicts the security of the
/// operation.
fn mismatch() -> Rejection {
    Rejection::new(Kind::Internal, "The server failed.")
}

/// The operations of a server.
#[derive(Debug, Default)]
#[must_use]
pub struct Routes(pub(super) Vec<(Route, Arc<Access>)>);

impl Routes {
    /// Creates a table of operations whose credentials are sent as defined by `schemes`.
    pub fn new(schemes: &[Scheme], routes: Vec<Route>) -> Self {
        let with_access = |route: Route| {
            let access = Access::new(route.operation, schemes);
            (route, Arc::new(access))
        };
        Self(routes.into_iter().map(with_access).collect())
    }

    /// Merges two tables, which may have different implementations.
    pub fn merge(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Keeps only the operations of one server of the description, such as `{base_url}`.
    pub fn of_server(mut self, server: &str) -> Self {
        self.0.retain(|(route, _)| route.operation.server == server);
        self
    }

    /// Returns the operations in order.
    pub fn operations(&self) -> impl Iterator<Item = &'static Operation> {
        self.0.iter().map(|(route, _)| route.operation)
    }

    /// Returns a router of the operations.
    ///
    /// The operations are its fallback, so routes and layers can be added to it. To combine two
    /// tables, [`merge`](Self::merge) them: axum does not merge fallbacks.
    pub fn into_router(self, config: Config) -> axum::Router {
        let dispatch = Arc::new(Dispatch::new(self, config));
        axum::Router::new().fallback(move |request: axum::extract::Request| {
            let dispatch = Arc::clone(&dispatch);
            async move { dispatch.answer(request).await }
        })
    }
}
