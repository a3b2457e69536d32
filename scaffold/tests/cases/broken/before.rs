fn fine() {}

impl server::Health for Api {
    async fn get_health(&self -> ();
}
