fn fine() {}

impl server::Health for
