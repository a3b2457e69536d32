//! What does not compile: the tests of what the generated types forbid.
//!
//! Each one stands beside its like that does compile, so that it fails for its own reason.
//!
//! # A required property
//!
//! ```
//! let amount: types::rust_decimal::Decimal = "9.99".parse().expect("a decimal");
//! let money = types::Money::builder().amount(amount).currency("EUR").build();
//! assert_eq!(money.currency.as_str(), "EUR");
//! ```
//!
//! ```compile_fail
//! let amount: types::rust_decimal::Decimal = "9.99".parse().expect("a decimal");
//! let money = types::Money::builder().amount(amount).build();
//! ```
//!
//! # A declared response
//!
//! ```
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::NotFound(problem)
//! }
//! ```
//!
//! ```compile_fail
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::Conflict(problem)
//! }
//! ```
//!
//! # A header field that every such answer has
//!
//! ```
//! fn answer(body: types::Problem) -> server::quotas::ListQuotasResponse {
//!     let www_authenticate = "Bearer".to_owned();
//!     server::quotas::ListQuotasResponse::Unauthorized { body, www_authenticate }
//! }
//! ```
//!
//! ```compile_fail
//! fn answer(body: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::Unauthorized { body }
//! }
//! ```
//!
//! # A status that can be sent
//!
//! ```
//! const TEAPOT: server::runtime::AnyStatus = server::runtime::AnyStatus::new(418).unwrap();
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::Default(TEAPOT, problem)
//! }
//! ```
//!
//! ```compile_fail
//! const NONE: server::runtime::AnyStatus = server::runtime::AnyStatus::new(799).unwrap();
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::Default(NONE, problem)
//! }
//! ```
//!
//! # Ids of different kinds
//!
//! ```
//! fn call(client: &client::Client, org: &types::OrgId, offer: &types::OfferId) -> client::GetOffer {
//!     client.get_offer(org, offer)
//! }
//! ```
//!
//! ```compile_fail
//! fn call(client: &client::Client, org: &types::OrgId, offer: &types::OfferId) -> client::GetOffer {
//!     client.get_offer(offer, org)
//! }
//! ```
