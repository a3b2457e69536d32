//! Services that a careless run damages.

pub(crate) mod audit;
pub(crate) mod board;
pub(crate) mod desk;
pub(crate) mod hub;
pub(crate) mod jobs;
pub(crate) mod mail;
pub(crate) mod open;
pub(crate) mod pages;
pub(crate) mod pets;
pub(crate) mod realms;
pub(crate) mod rpc;
pub(crate) mod shop;
pub(crate) mod spaces;
pub(crate) mod stock;
pub(crate) mod tenants;

use crate::trap::Trap;

/// Returns all services.
pub(crate) const ALL: [&Trap; 15] = [
    &audit::TRAP,
    &board::TRAP,
    &desk::TRAP,
    &hub::TRAP,
    &jobs::TRAP,
    &mail::TRAP,
    &open::TRAP,
    &pages::TRAP,
    &pets::TRAP,
    &realms::TRAP,
    &rpc::TRAP,
    &shop::TRAP,
    &spaces::TRAP,
    &stock::TRAP,
    &tenants::TRAP,
];
