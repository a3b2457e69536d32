//! The Cloud Marketplace Automation Service of `spec/openapi.yaml` as a sandbox: every operation
//! works, on the generated server stubs, for development and experiments.

mod answers;
pub mod api_clients;
mod console;
mod controls;
mod credentials;
pub mod delivery;
mod docs;
#[cfg(test)]
mod documented;
mod events;
pub mod failure;
mod hosts;
mod ids;
mod life;
pub mod mcp;
mod money;
pub mod observe;
mod options;
mod pages;
mod patch;
pub mod principal;
mod quotas;
pub mod resource;
mod sandbox;
mod seed;
mod serve;
pub mod store;
pub mod tokens;
mod unknown_fields;
mod usage;

pub use self::options::{LogFormat, Options};
pub use self::principal::Principal;
pub use self::sandbox::Sandbox;
pub use self::seed::{CAST, Cast, Credentials, exports, is_exports};
pub use self::serve::Limits;
pub use self::tokens::Addresses;
