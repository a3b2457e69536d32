//! The Cloud Marketplace Automation Service of `spec/openapi.yaml`, as a sandbox: every operation
//! behaves, on the generated server stubs, and people can break it.

mod answers;
pub mod api_clients;
mod credentials;
mod delivery;
mod events;
pub mod failure;
mod ids;
mod life;
mod money;
mod patch;
pub mod principal;
mod quotas;
pub mod resource;
pub mod store;
pub mod tokens;
mod usage;
