use ::server as api;

impl api::health::Health for Api {}
