//! Rules on responses: statuses, media types, headers, links and properties.

pub(super) mod direction;
pub(super) mod headers;
pub(super) mod links;
pub(super) mod media_types;
pub(super) mod properties;
pub(super) mod statuses;
