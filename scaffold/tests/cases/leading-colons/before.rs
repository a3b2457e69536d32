impl ::server::Health for Api {}
