use server::Health as Contract;

impl Contract for Api {}
