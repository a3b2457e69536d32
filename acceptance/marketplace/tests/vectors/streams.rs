//! Streams, which this service does not have. `generator/tests/clients.rs` runs those of golden
//! cases over a connection.

use crate::data::count;

#[test]
fn the_service_has_no_streams() {
    assert_eq!(count("streams.json"), 0, "streams need a runner here");
}
