//! What the harness and the mock share: the description and what follows from it, values, requests
//! and responses, and their validation.
//!
//! It sends nothing, and knows no check and no report.

pub mod addition;
pub mod alike;
pub mod answer;
pub mod catalogue;
mod copies;
pub mod count;
pub mod description;
pub mod encode;
pub mod exchange;
pub mod intent;
pub mod items;
pub mod jose;
pub mod json;
pub mod lookup;
mod matcher;
pub mod missing_input;
pub mod number_format;
pub mod observed;
pub mod paging;
pub mod parts;
pub mod recorded;
pub mod resources;
pub mod service;
pub mod stop;
pub mod streams;
pub mod validate;
pub mod values;
pub mod withheld;
