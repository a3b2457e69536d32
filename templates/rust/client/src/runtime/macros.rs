//! The options of every request.

/// `$read` makes a `$success` or an `Error<$error>` of a response.
#[allow(unused_macros, reason = "a description need not have operations")]
macro_rules! call {
    ($name:ident, $read:ident, $success:ty, $error:ty) => {
        impl $name {
            /// Changes what is out of the ordinary about this request.
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
