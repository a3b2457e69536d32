//! The caller of a tool, on the way from the gate to the request of the operation.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use server::runtime::Secret;

use crate::principal::Principal;

/// A caller whose token was checked. It travels as an extension of the request, beside the
/// headers and never in them, so nothing that comes over the network can pretend to be one.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    /// The authenticated caller.
    pub(super) principal: Principal,
    /// The token, as it was sent.
    pub(super) token: Secret,
    /// Where the connection comes from, if it is one.
    pub(super) peer: Option<ConnectInfo<SocketAddr>>,
}
