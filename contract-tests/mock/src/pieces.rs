//! Bodies that are sent in pieces.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame};

/// In how many pieces a stream is sent. They end at arbitrary bytes, even within a character.
const PIECES: usize = 7;

/// The remaining pieces of a stream.
#[derive(Debug)]
pub(crate) struct Pieces {
    rest: Bytes,
    size: usize,
    /// Whether a piece was just returned, which must be sent before the next one.
    leaves: bool,
}

impl Pieces {
    pub(crate) fn new(body: Bytes) -> Self {
        Self {
            size: body.len().div_ceil(PIECES),
            rest: body,
            leaves: false,
        }
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if self.leaves {
            self.leaves = false;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let size = self.size.min(self.rest.len());
        let piece = self.rest.split_to(size);
        self.leaves = true;
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }
}
