//! A server that keeps no file: it checks the bytes that it receives, and sends as many back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::routing::post;
use client::types::operations;
use futures_util::{StreamExt as _, stream};
use server::bodies::{
    DownloadFileRequest, DownloadFileResponse, ReadTextRequest, ReadTextResponse, SendFormRequest,
    SendFormResponse, SendLinesRequest, SendLinesResponse, SendMixedRequest, SendMixedResponse,
    SendUnionRequest, SendUnionResponse, UploadFileRequest, UploadFileResponse, UploadPhotoRequest,
    UploadPhotoResponse,
};
use server::runtime::{Config, Context, ItemStream, ReceivedBytes};

use crate::photo;

/// The byte at a position of a file is the position modulo this number. It is prime, so that no
/// chunk has the length of a whole number of others.
const PERIOD: usize = 251;

/// The length of the chunks in which files are sent, in bytes.
pub const CHUNK: usize = PERIOD * 256;

/// A server whose only file has the length of the one that was uploaded last.
#[derive(Debug, Clone, Default)]
pub struct Shed {
    /// The number of bytes that were uploaded.
    pub received: Arc<AtomicUsize>,
    /// The number of chunks that were taken to be downloaded.
    pub taken: Arc<AtomicUsize>,
}

impl Shed {
    /// Returns a router of the server.
    pub fn router(self) -> axum::Router {
        let upload = &operations::UPLOAD_FILE;
        let config = Config::default().stream_body(upload, "application/octet-stream");
        let shed = self.clone();
        let photo = |request: Request<Body>| photo::take(request, shed);
        let photos = axum::Router::new().route("/photos", post(photo));
        photos.fallback_service(server::bodies::router(self, config))
    }

    /// Keeps the length of the file that is arriving.
    pub fn keep(&self, length: usize) {
        self.received.store(length, Ordering::SeqCst);
    }

    /// Returns the number of bytes that arrived, or `None` for other bytes than those of a file.
    async fn receive(&self, mut body: ReceivedBytes) -> Option<usize> {
        let mut at = 0;
        while let Some(chunk) = body.try_next().await.ok()? {
            if !is_file(&chunk, at) {
                return None;
            }
            at += chunk.len();
            self.keep(at);
        }
        Some(at)
    }
}

/// Returns one chunk of a file.
pub fn chunk() -> Bytes {
    (0..PERIOD).map(byte_at).cycle().take(CHUNK).collect()
}

/// Returns whether bytes are those of a file at a position.
pub fn is_file(bytes: &[u8], at: usize) -> bool {
    let (file, start) = (chunk_at(at), bytes.len().min(CHUNK - PERIOD));
    let (first, rest) = bytes.split_at(start);
    file.starts_with(first) && (rest.is_empty() || is_file(rest, at + start))
}

/// Returns the bytes of a file from a position on, at least `CHUNK - PERIOD`.
fn chunk_at(at: usize) -> &'static [u8] {
    static FILE: std::sync::LazyLock<Bytes> = std::sync::LazyLock::new(chunk);
    &FILE[at % PERIOD..]
}

fn byte_at(position: usize) -> u8 {
    u8::try_from(position % PERIOD).expect("the period is smaller than 256")
}

impl server::Bodies for Shed {
    async fn upload_file(&self, context: Context, _: UploadFileRequest) -> UploadFileResponse {
        let body = context.take_body().expect("the server streams this body");
        match self.receive(body).await {
            Some(_) => UploadFileResponse::NoContent,
            None => UploadFileResponse::Unimplemented,
        }
    }

    async fn download_file(
        &self,
        context: Context,
        _: DownloadFileRequest,
    ) -> DownloadFileResponse {
        let (length, taken) = (
            self.received.load(Ordering::SeqCst),
            Arc::clone(&self.taken),
        );
        let chunk = chunk();
        let chunks = stream::iter(0..length.div_ceil(CHUNK)).map(move |number| {
            taken.fetch_add(1, Ordering::SeqCst);
            chunk.slice(..CHUNK.min(length - number * CHUNK))
        });
        context.send_body(ItemStream::new(chunks));
        DownloadFileResponse::Ok(Bytes::new())
    }

    async fn send_union(&self, _: Context, _: SendUnionRequest) -> SendUnionResponse {
        SendUnionResponse::Unimplemented
    }

    async fn upload_photo(&self, _: Context, _: UploadPhotoRequest) -> UploadPhotoResponse {
        UploadPhotoResponse::Unimplemented
    }

    async fn send_form(&self, _: Context, _: SendFormRequest) -> SendFormResponse {
        SendFormResponse::Unimplemented
    }

    async fn send_mixed(&self, _: Context, _: SendMixedRequest) -> SendMixedResponse {
        SendMixedResponse::Unimplemented
    }

    async fn send_lines(&self, _: Context, _: SendLinesRequest) -> SendLinesResponse {
        SendLinesResponse::Unimplemented
    }

    async fn read_text(&self, _: Context, _: ReadTextRequest) -> ReadTextResponse {
        ReadTextResponse::Unimplemented
    }
}
