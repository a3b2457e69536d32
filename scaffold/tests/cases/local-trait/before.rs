trait Health {}

impl Health for Api {}
