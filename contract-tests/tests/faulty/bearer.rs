//! Faults that the checks of `checks::bearer` find.

use crate::fault::Fault;

pub(crate) fn faults() -> Vec<Fault> {
    Vec::new()
}
