//! Faults that the checks of `checks::lists` find.

use crate::fault::Fault;

pub(crate) fn faults() -> Vec<Fault> {
    Vec::new()
}
