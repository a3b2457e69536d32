use server::{self, Health as Contract};
use crate::deep::Health;

mod outer {
    pub(super) use super::server as api;

    mod inner {
        use super::super::Contract;

        impl Contract for Api {
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

        fn test() {
            impl super::api::Files for Api {
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
        }
    }
}

mod other {
    impl super::Health for Api {}
}
