//! Methods that every call has.

/// `$read` converts a response to a `$success` or an `Error<$error>`.
#[allow(unused_macros, reason = "a description need not have operations")]
macro_rules! call {
    ($name:ident, $read:ident, $success:ty, $error:ty) => {
        impl $name {
            /// Sets the options of this request.
            pub fn with_options(self, options: $crate::runtime::RequestOptions) -> Self {
                Self(self.0.options(options))
            }

            /// Sets the body to bytes that are sent as they come, and so never held whole; it
            /// replaces any other body. The request is sent only once, whatever the retry policy.
            pub fn stream_body(
                self,
                media_type: &str,
                chunks: $crate::runtime::ItemSource<$crate::types::bytes::Bytes>,
            ) -> Self {
                Self(self.0.stream_body(media_type, chunks))
            }

            /// Sends the request, and leaves the body of a successful response to be read as it
            /// arrives, whatever its media type.
            pub fn open_response(self) -> $crate::runtime::Opening<$error> {
                self.0.open($read)
            }

            /// Sends the request.
            pub fn send(self) -> $crate::runtime::Sending<$success, $error> {
                self.0.send($read)
            }
        }

        impl ::std::future::IntoFuture for $name {
            type Output = ::std::result::Result<$success, $crate::runtime::Error<$error>>;
            type IntoFuture = $crate::runtime::Sending<$success, $error>;

            fn into_future(self) -> Self::IntoFuture {
                self.send()
            }
        }
    };
}

/// The methods of a call whose body can be a multipart form.
#[allow(unused_macros, reason = "a description need not have forms")]
macro_rules! files {
    ($name:ident) => {
        impl $name {
            /// Replaces the content of the file `name` of the form with bytes that are sent as they
            /// come, and so never held whole. The form gives the file its name and media type; its
            /// `bytes` are not sent. If the form has several files of this name, each call of this
            /// method replaces the next one.
            ///
            /// The request is sent only once, whatever the retry policy. An error of the source
            /// ends it, and is the source of the error that the call returns.
            pub fn stream_file(
                self,
                name: &str,
                chunks: $crate::runtime::ItemSource<$crate::types::bytes::Bytes>,
            ) -> Self {
                Self(self.0.stream_file(name, chunks))
            }
        }
    };
}

#[allow(
    unused_imports,
    reason = "a description need not have operations or forms"
)]
pub(crate) use {call, files};
