//! The webhook and its deliveries.
