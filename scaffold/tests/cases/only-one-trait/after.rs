impl server::Health for Api {}
impl server::Files for Api {
    /// Get a file.
    ///
    /// `GET /file/{name}`
    async fn get_file(
        &self,
        _caller: server::runtime::Caller<Option<Self::Principal>>,
        _request: server::files::GetFileRequest,
    ) -> server::files::GetFileResponse {
        server::files::GetFileResponse::Unimplemented
    }
}
