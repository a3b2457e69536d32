impl server::Health for Api {}
impl server::Files for Api {}
