//! Faults that the checks of `checks::jwt` find.

use crate::fault::Fault;

pub(crate) fn faults() -> Vec<Fault> {
    Vec::new()
}
