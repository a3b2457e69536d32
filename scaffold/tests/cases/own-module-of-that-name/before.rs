mod server;

impl server::Health for Api {}
