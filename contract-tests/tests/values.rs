//! Generated values of requests: valid ones are valid, and violations violate their constraint.

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
