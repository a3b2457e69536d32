//! The caller of a tool, between the gate and the request of the operation.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use server::runtime::Secret;

use crate::principal::Principal;

/// A caller with a verified token. It is an extension of the request and never in the headers, so
/// nothing from the network can imitate it.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    /// The authenticated caller.
    pub(super) principal: Principal,
    /// The token, as it was sent.
    pub(super) token: Secret,
    /// The address of the connection, if there is one.
    pub(super) peer: Option<ConnectInfo<SocketAddr>>,
}
