//! The Cloud Marketplace Automation Service of `spec/openapi.yaml`, as a sandbox: every operation
//! behaves, on the generated server stubs, and people can break it.

mod answers;
mod api_clients;
mod controls;
mod credentials;
pub mod delivery;
mod events;
mod failure;
mod ids;
mod known;
mod life;
mod money;
mod options;
mod patch;
mod principal;
mod quotas;
pub mod resource;
mod sandbox;
mod seed;
mod serve;
pub mod store;
pub mod tokens;
mod usage;

pub use self::options::{Addresses, LogFormat, Options};
pub use self::sandbox::Sandbox;
pub use self::seed::{CAST, Cast, Credentials, exports};
