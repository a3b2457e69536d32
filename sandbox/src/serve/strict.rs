//! A connection on which nothing ambiguous arrives.
//!
//! Where hyper is lenient (a lone LF ends a line, `Transfer-Encoding` overrides `Content-Length`, a
//! repeated `Content-Length` counts once), a proxy in front may interpret the same bytes as other
//! requests (RFC 9112 §11.2). [`Framing`] parses the same bytes. At the first ambiguous byte, hyper
//! gets a byte that no head may contain, so it responds 400 and closes the connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::framing::Framing;

/// No head may contain this byte, and neither may the size of a chunk.
const POISON: u8 = 0;

/// A connection on which nothing ambiguous arrives.
pub(super) struct Strict<S> {
    stream: S,
    framing: Framing,
    is_refused: bool,
}

impl<S> Strict<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            framing: Framing::default(),
            is_refused: false,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Strict<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        let arrived = &mut buffer.filled_mut()[before..];
        for byte in arrived {
            if self.is_refused || self.framing.push(*byte).is_err() {
                self.is_refused = true;
                *byte = POISON;
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Strict<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
