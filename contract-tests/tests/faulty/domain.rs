//! Faults that the checks of `checks::domain` find.

use crate::fault::Fault;

pub(crate) fn faults() -> Vec<Fault> {
    Vec::new()
}
