//! Checks of lists: pages, order, filters.

mod beyond_end;
mod filter_exact;
mod limit_and_offset;
mod limit_honoured;
mod next_page_valid;
mod order_stable;
mod pages_complete;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &limit_and_offset::CHECK,
    &limit_honoured::CHECK,
    &pages_complete::CHECK,
    &next_page_valid::CHECK,
    &order_stable::CHECK,
    &filter_exact::CHECK,
    &beyond_end::CHECK,
];
