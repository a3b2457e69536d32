extern crate case_server as api;

impl api::Health for Api {}
