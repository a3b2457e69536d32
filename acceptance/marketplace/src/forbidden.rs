//! Code that does not compile, which tests what the generated types forbid.
//!
//! Each example is next to a similar one that compiles, so that it fails for the intended reason.
//!
//! # A required property
//!
//! ```
//! let amount: types::rust_decimal::Decimal = "9.99".parse().expect("a decimal");
//! let money = types::Money::new(amount, "EUR");
//! assert_eq!(money.currency.as_str(), "EUR");
//! ```
//!
//! ```compile_fail
//! let amount: types::rust_decimal::Decimal = "9.99".parse().expect("a decimal");
//! let money = types::Money::new(amount);
//! ```
//!
//! ```
//! use types::{OfferBuyer, OfferCreate, OfferCreateRequired, OfferTerms, ProductId};
//!
//! fn offer(product_id: ProductId, buyer: OfferBuyer, terms: OfferTerms) -> OfferCreate {
//!     let name = "Spring deal".into();
//!     OfferCreate::new(OfferCreateRequired { name, product_id, buyer, terms })
//! }
//! ```
//!
//! ```compile_fail
//! use types::{OfferBuyer, OfferCreate, OfferCreateRequired, OfferTerms, ProductId};
//!
//! fn offer(product_id: ProductId, buyer: OfferBuyer, terms: OfferTerms) -> OfferCreate {
//!     let name = "Spring deal".into();
//!     OfferCreate::new(OfferCreateRequired { name, product_id, buyer })
//! }
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
//! # A response that the stub sends itself
//!
//! ```
//! use server::runtime::Refuse;
//!
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     Refuse::refuse(403, problem).expect("a declared status")
//! }
//! ```
//!
//! ```compile_fail
//! fn answer(problem: types::Problem) -> server::quotas::ListQuotasResponse {
//!     server::quotas::ListQuotasResponse::Unauthorized(problem)
//! }
//! ```
//!
//! # A header field that every such response has
//!
//! ```
//! use server::tokens::CreateTokenResponse;
//!
//! fn answer(body: types::TokenError) -> CreateTokenResponse {
//!     let cache_control = "no-store".to_owned();
//!     CreateTokenResponse::BadRequest { body, cache_control }
//! }
//! ```
//!
//! ```compile_fail
//! use server::tokens::CreateTokenResponse;
//!
//! fn answer(body: types::TokenError) -> CreateTokenResponse {
//!     CreateTokenResponse::BadRequest { body }
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
//!     client.offers().get(offer).org_id(org)
//! }
//! ```
//!
//! ```compile_fail
//! fn call(client: &client::Client, org: &types::OrgId, offer: &types::OfferId) -> client::GetOffer {
//!     client.offers().get(org).org_id(offer)
//! }
//! ```
