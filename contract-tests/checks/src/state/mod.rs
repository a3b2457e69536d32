//! Checks of consistency between requests.

mod accepted_done;
mod change_seen;
pub mod changes;
mod client_id_repeated;
pub mod compare;
mod created_listed;
mod created_readable;
mod creation_echoed;
mod deleted_gone;
mod disallowed_refused;
mod list_item_as_read;
pub mod machines;
mod moves_as_declared;
mod moving;
mod nested_names_parent;
mod nested_under_one_parent;
mod refusal_changes_nothing;
mod repetition_same;
mod starts_initial;
mod sums;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &creation_echoed::CHECK,
    &created_readable::CHECK,
    &created_listed::CHECK,
    &list_item_as_read::CHECK,
    &change_seen::CHECK,
    &nested_names_parent::CHECK,
    &nested_under_one_parent::CHECK,
    &deleted_gone::CHECK,
    &repetition_same::CHECK,
    &client_id_repeated::CHECK,
    &starts_initial::CHECK,
    &moves_as_declared::CHECK,
    &disallowed_refused::CHECK,
    &refusal_changes_nothing::CHECK,
    &sums::CHECK,
    &accepted_done::CHECK,
];
