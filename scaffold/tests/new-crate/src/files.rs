//! Files of every kind.

use crate::service::Service;

impl server::Files for Service {
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
