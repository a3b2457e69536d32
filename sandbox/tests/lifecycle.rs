//! What the operations of the resource host do, and what they refuse.

mod changes;
mod checks;
mod clock;
mod headers;
mod operations;
mod pages;
mod publishing;
mod quotas;
mod reports;
mod transitions;
mod usage;
