//! Faults that the checks of `checks::resource_indicator` find.

use crate::fault::Fault;

pub(crate) fn faults() -> Vec<Fault> {
    Vec::new()
}
