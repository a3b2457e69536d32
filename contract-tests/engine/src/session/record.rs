//! Exchanges as they are stored: redacted, cut, with a command line that repeats them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Session;
use crate::redact::{MASK, Redactor};
use conformance_core::exchange::Exchange;
use conformance_core::recorded::{Recorded, RecordedBody, RecordedRequest, RecordedResponse};

/// The maximum number of bytes of a body that are stored.
const KEPT: usize = 16 * 1024;

/// Longer than any secret in any encoding.
const MARGIN: usize = 16 * 1024;

/// Records exchanges of a session.
#[derive(Debug, Clone, Copy)]
pub struct Recorder<'s>(pub &'s Session);

impl Recorder<'_> {
    /// Returns an exchange without secrets.
    #[must_use]
    pub fn record(&self, exchange: &Exchange) -> Recorded {
        let request = self.request(exchange);
        let operation = exchange.purpose.operation;
        let failure = exchange.outcome.as_ref().err();
        Recorded {
            number: exchange.number,
            operation: operation.map(|id| self.0.description.operation(id).id.clone()),
            intent: exchange.purpose.intent,
            identity: exchange.purpose.identity.as_deref().map(str::to_owned),
            at_ms: u64::try_from(exchange.at.as_millis()).unwrap_or(u64::MAX),
            elapsed_us: u64::try_from(exchange.elapsed.as_micros()).unwrap_or(u64::MAX),
            response: self.response(exchange),
            failure: failure.map(|failure| self.0.redactor.text(&failure.to_string())),
            curl: self
                .0
                .bare_command(exchange.number)
                .unwrap_or_else(|| curl(&request)),
            request,
        }
    }

    fn request(self, exchange: &Exchange) -> RecordedRequest {
        let request = &exchange.request;
        let redactor = &self.0.redactor;
        let address = self.0.address(request.host).unwrap_or_default();
        let headers = request.headers.iter();
        RecordedRequest {
            method: request.method.clone(),
            url: redactor.text(&format!("{address}{}", request.target)),
            headers: headers
                .map(|(name, value)| (name.clone(), redactor.header(name, value)))
                .collect(),
            body: request
                .body
                .as_ref()
                .map(|bytes| body(redactor, bytes, bytes.len())),
        }
    }

    fn response(self, exchange: &Exchange) -> Option<RecordedResponse> {
        let response = exchange.response()?;
        let redactor = &self.0.redactor;
        let headers = response.headers.iter().map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes());
            let value = redactor.header(name.as_str(), &text);
            (redactor.text(name.as_str()), value)
        });
        Some(RecordedResponse {
            status: response.status,
            headers: headers.collect(),
            body: (!response.body.is_empty())
                .then(|| body(redactor, &response.body, response.size())),
        })
    }
}

/// Returns a body without secrets, cut. It had `whole` bytes when it was received.
fn body(redactor: &Redactor, bytes: &[u8], whole: usize) -> RecordedBody {
    let Ok(text) = std::str::from_utf8(bytes) else {
        // Also of a secret that the cut splits.
        let searched = String::from_utf8_lossy(&bytes[..bytes.len().min(KEPT + MARGIN)]);
        let has_secret = redactor.text(&searched).contains(MASK);
        // Content that could hide a secret is not shown at all.
        let shown = if has_secret {
            MASK.as_bytes()
        } else {
            &bytes[..bytes.len().min(KEPT)]
        };
        return RecordedBody {
            text: STANDARD.encode(shown),
            base64: true,
            bytes: whole,
            cut: whole > KEPT,
        };
    };
    // Redacted before it is cut, with enough text behind the cut that it does not split a
    // secret.
    let clean = redactor.text(beginning(text, KEPT + MARGIN));
    let kept = beginning(&clean, KEPT);
    let end = kept.len();
    RecordedBody {
        cut: end < clean.len() || text.len() > KEPT + MARGIN,
        text: kept.to_owned(),
        base64: false,
        bytes: whole,
    }
}

/// Returns at most this many bytes of a text.
fn beginning(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns a request as a command line for a POSIX shell.
fn curl(request: &RecordedRequest) -> String {
    let mut line = vec![
        "curl".to_owned(),
        "-i".to_owned(),
        "--path-as-is".to_owned(),
    ];
    match request.method.as_str() {
        "HEAD" => line.push("-I".to_owned()),
        "GET" if request.body.is_none() => {}
        method => line.push(format!("-X {}", quoted(method))),
    }
    line.push(quoted(&request.url));
    for (name, value) in &request.headers {
        line.push(format!("-H {}", quoted(&format!("{name}: {value}"))));
    }
    match &request.body {
        Some(body) if !body.base64 && !body.cut => {
            line.push(format!("--data-binary {}", quoted(&body.text)));
        }
        Some(_) => line.push("--data-binary @BODY".to_owned()),
        None => {}
    }
    line.join(" ")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report shows the beginning of a body. Neither all of a secret nor its beginning is in it.
    #[test]
    fn a_secret_at_the_cut_is_not_shown() {
        let secret = "5215d847a3cc6ec7cd0c03b81eb27f91";
        let redactor = Redactor::default();
        redactor.learn(secret);
        for filler in [b'a', 0xff] {
            for shown in [0, 1, 16, 31, 32] {
                let before = vec![filler; KEPT - shown];
                let bytes = [&before, secret.as_bytes(), &[filler; 100]].concat();
                let recorded = body(&redactor, &bytes, bytes.len());
                let text = if recorded.base64 {
                    STANDARD.decode(&recorded.text).expect("Base64")
                } else {
                    recorded.text.into_bytes()
                };
                let text = String::from_utf8_lossy(&text);
                assert!(!text.contains("52"), "{shown} of {filler}");
            }
        }
    }

    /// What is redacted before the cut moves a cut secret behind it forward.
    #[test]
    fn redacted_text_does_not_move_the_cut() {
        let secret = "52".repeat(500);
        let redactor = Redactor::default();
        redactor.learn(&secret);
        let text = format!("x{secret}").repeat(40);
        let recorded = body(&redactor, text.as_bytes(), text.len());
        assert!(recorded.cut);
        assert!(!recorded.text.contains("52"), "{}", recorded.text);
    }
}
