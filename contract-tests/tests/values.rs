//! The values of requests: allowed ones are allowed, and violations break what they say.

#[path = "values/every_construct.rs"]
mod every_construct;
#[path = "values/oracle.rs"]
mod oracle;
#[path = "values/patterns.rs"]
mod patterns;
#[path = "values/residual.rs"]
mod residual;
#[path = "values/schemas.rs"]
mod schemas;
