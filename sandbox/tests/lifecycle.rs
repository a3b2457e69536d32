//! The effects and the errors of the operations on the resource host.

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
