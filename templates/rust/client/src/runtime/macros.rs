//! Setters that every call has.

/// `$read` converts a response to a `$success` or an `Error<$error>`.
#[allow(unused_macros, reason = "a description need not have operations")]
macro_rules! call {
    ($name:ident, $read:ident, $success:ty, $error:ty) => {
        impl $name {
            /// Sets the options of this request.
            pub fn with_options(self, options: $crate::runtime::RequestOptions) -> Self {
                Self(self.0.options(options))
            }

            /// Sends the request.
            pub fn send(self) -> $crate::runtime::Sending<$success, $error> {
                self.0.send($read)
            }
        }

        impl IntoFuture for $name {
            type Output = Result<$success, $crate::runtime::Error<$error>>;
            type IntoFuture = $crate::runtime::Sending<$success, $error>;

            fn into_future(self) -> Self::IntoFuture {
                self.send()
            }
        }
    };
}

pub(crate) use call;
