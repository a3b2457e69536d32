use prelude::*;

impl Health for Api {}
