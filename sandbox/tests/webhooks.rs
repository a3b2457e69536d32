//! Webhooks through public interfaces: the API on one side, a receiver on the other.

mod api;
mod deliveries;
mod foreign;
mod instances;
mod sandbox;
mod secrets;
mod trouble;
