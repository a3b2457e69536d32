//! Changes of single members (`PATCH`).

use types::runtime::Presence;

/// A member that always has a value: one that is absent stays.
pub fn replace<T>(member: &mut T, change: Option<T>) {
    if let Some(value) = change {
        *member = value;
    }
}

/// A member that may be empty: one that is absent stays, and null clears it.
pub fn clear<T>(member: &mut Option<T>, change: Presence<T>) {
    match change {
        Presence::Absent => {}
        Presence::Null => *member = None,
        Presence::Value(value) => *member = Some(value),
    }
}
