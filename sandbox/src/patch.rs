//! Changes of single properties (`PATCH`).

use types::runtime::Presence;

/// Sets a property that always has a value; an absent one stays.
pub fn replace<T>(member: &mut T, change: Option<T>) {
    if let Some(value) = change {
        *member = value;
    }
}

/// Sets a property that may be empty; an absent one stays, and null clears it.
pub fn clear<T>(member: &mut Option<T>, change: Presence<T>) {
    match change {
        Presence::Absent => {}
        Presence::Null => *member = None,
        Presence::Value(value) => *member = Some(value),
    }
}
