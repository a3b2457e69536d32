//! Receives forms with a large file. The generated server decodes a form as a whole, so this is a
//! route next to it.

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt as _;

use crate::shed::{Shed, is_file};

/// The maximum size of everything but the file, in bytes.
const MOST: usize = 1 << 16;

/// A form as it arrives.
struct Form {
    body: BodyDataStream,
    /// The bytes that arrived and are not taken yet.
    held: Vec<u8>,
}

impl Form {
    /// Waits for more bytes; `None` at the end, or if the body breaks off.
    async fn grow(&mut self) -> Option<()> {
        let chunk = self.body.next().await?.ok()?;
        self.held.extend_from_slice(&chunk);
        Some(())
    }

    /// Takes the bytes before and including a text; `None` if it does not arrive soon.
    async fn take_to(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        loop {
            if let Some(at) = find(&self.held, text) {
                return Some(self.held.drain(..at + text.len()).collect());
            }
            if self.held.len() > MOST {
                return None;
            }
            self.grow().await?;
        }
    }

    /// Takes the bytes of the file and the text after it. Returns the length of the file; `None` for
    /// other bytes.
    async fn take_file(&mut self, end: &[u8], shed: &Shed) -> Option<usize> {
        let mut at = 0;
        loop {
            // The last bytes can be the beginning of the end.
            let mut taken = self.held.len().saturating_sub(end.len() - 1);
            if !is_file(&self.held[..taken], at) {
                taken = find(&self.held, end)?;
                if !is_file(&self.held[..taken], at) {
                    return None;
                }
                self.held.drain(..taken + end.len());
                shed.keep(at + taken);
                return Some(at + taken);
            }
            self.held.drain(..taken);
            at += taken;
            shed.keep(at);
            self.grow().await?;
        }
    }
}

fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}

/// Takes a form: text, and one large file.
pub async fn take(request: Request<Body>, shed: Shed) -> StatusCode {
    let body = request.into_body().into_data_stream();
    let mut form = Form {
        body,
        held: Vec::new(),
    };
    if read(&mut form, &shed).await.is_some() {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::NOT_IMPLEMENTED
    }
}

async fn read(form: &mut Form, shed: &Shed) -> Option<()> {
    let mut end = b"\r\n".to_vec();
    end.extend(form.take_to(b"\r\n").await?);
    end.truncate(end.len() - b"\r\n".len());
    form.take_to(b"; filename=").await?;
    form.take_to(b"\r\n\r\n").await?;
    form.take_file(&end, shed).await?;
    // The form has other parts, or ends.
    form.take_to(b"--\r\n").await?;
    (form.held.is_empty() && form.grow().await.is_none()).then_some(())
}
