impl server::Health for Api {
    const LIMIT: usize = 1;

    async fn get_file(&self) {}

    /// It is gone.
    async fn check(&self) {}
}
