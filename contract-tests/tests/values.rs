//! The values of requests: allowed ones are allowed, and violations break what they say.

#[path = "values/patterns.rs"]
mod patterns;
