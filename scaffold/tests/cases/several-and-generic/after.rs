use server::{Files, Health};

impl<S> Health for Api<S>
where
    S: Store,
{
    /// Get the health of the service.
    ///
    /// `GET /health`
    async fn get_health(
        &self,
        _context: server::runtime::Context,
        _request: server::health::GetHealthRequest,
    ) -> server::health::GetHealthResponse {
        server::health::GetHealthResponse::Unimplemented
    }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: server::runtime::Context,
        _request: server::health::TypeRequest,
    ) -> server::health::TypeResponse {
        server::health::TypeResponse::Unimplemented
    }
}

impl Files for Api<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    impl Health for Fake {
        /// Get the health of the service.
        ///
        /// `GET /health`
        async fn get_health(
            &self,
            _context: server::runtime::Context,
            _request: server::health::GetHealthRequest,
        ) -> server::health::GetHealthResponse {
            server::health::GetHealthResponse::Unimplemented
        }

        /// An operation named like a keyword.
        ///
        /// `DELETE /health`
        async fn r#type(
            &self,
            _context: server::runtime::Context,
            _request: server::health::TypeRequest,
        ) -> server::health::TypeResponse {
            server::health::TypeResponse::Unimplemented
        }
    }
}
