//! Webhooks
#[derive(Debug, Default)]
pub struct Cache;
