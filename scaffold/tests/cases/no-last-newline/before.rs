struct Api;
impl server::Health for Api {
    // nothing yet
}