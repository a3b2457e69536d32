//! A request on its way to its handler.

use std::sync::Arc;

use axum::body::Body;

use super::authenticator::Access;
use super::chunks::streamed_of;
use super::input::Input;
use super::{Config, Context, Rejection, Request, body};

/// A request on its way to its handler.
pub(super) struct Call {
    pub(super) context: Context,
    pub(super) variables: Vec<(&'static str, String)>,
    pub(super) body: Body,
    pub(super) access: Arc<Access>,
    pub(super) config: Arc<Config>,
}

impl Call {
    /// Reads the arguments, and the body last.
    pub(super) async fn read<R: Request>(self) -> Result<(Context, R), Rejection> {
        let (context, input) = self.input(R::STREAMS).await?;
        let request = input.request()?;
        // A stream of items was taken by its reader.
        context.bodies().receive(input.take_open());
        Ok((context, request))
    }

    async fn input(self, streams: &'static [&'static str]) -> Result<(Context, Input), Rejection> {
        let Self {
            context,
            variables,
            body,
            config,
            ..
        } = self;
        let input = Input::new(context.operation, variables, &context.uri, &context.headers)?;
        let Some(declared) = &context.operation.body else {
            return Ok((context, input));
        };
        let limit = config.max_body_bytes;
        let left = streamed_of(&config.streamed, context.operation);
        let streams: Vec<_> = streams.iter().copied().chain(left).collect();
        let content = body::read(declared, &streams, &context.headers, body, limit).await?;
        Ok((context, input.with(content)))
    }
}
