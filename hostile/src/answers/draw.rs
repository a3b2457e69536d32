//! Draws answers: a good one, which is then changed in a few ways.

use std::ops::Range;

use fastrand::Rng;

use super::lists::{ADDRESSES, AMOUNT_FIELDS, AMOUNTS, LINES, MEDIA, STATUS};
use super::operations::{OPERATIONS, Operation, Pages};
use super::{Answer, Case, End, Piece, changes, frames, json, wire};

/// A good answer of a token endpoint (RFC 6749 §5.1).
const TOKEN: &str = r#"{"access_token":"token","token_type":"Bearer","expires_in":3600}"#;

impl Case {
    /// Draws the case with a number. The same seed and number give the same case.
    #[must_use]
    pub fn draw(seed: u64, number: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let operation = rng.choice(OPERATIONS).unwrap_or(&OPERATIONS[0]);
        let most = if operation.pages == Pages::None { 3 } else { 5 };
        let count = rng.usize(1..most);
        let worst = rng.usize(0..count);
        let mut answer = |number| {
            if number == worst || rng.u8(0..4) == 0 {
                of_operation(operation, &mut rng)
            } else {
                good(operation)
            }
        };
        let answers = (0..count).map(&mut answer).collect();
        let mut tokens = Vec::new();
        if operation.name == "oauth" {
            for _ in 0..rng.usize(1..3) {
                tokens.push(hostile("application/json", TOKEN, &mut rng));
            }
            if rng.bool() {
                tokens.push(plain("200 OK", "application/json", TOKEN));
            }
        }
        Self {
            operation: operation.name.to_owned(),
            answers,
            tokens,
        }
    }
}

/// The names that stand for other texts in answers.
const NAMES: [&str; 5] = [
    "{base}",
    "{other}",
    "{authority}",
    "{elsewhere}",
    "{authorization}",
];

/// Returns the answer that an operation declares.
fn good(operation: &Operation) -> Answer {
    let mut answer = plain(operation.status, operation.media, operation.body);
    let fields = operation.fields.iter().map(|&line| line.to_owned());
    answer.head.extend(fields);
    answer
}

/// Returns an answer with a length, after which the connection is kept.
#[must_use]
pub fn plain(status: &str, media: &str, body: &str) -> Answer {
    let mut head = vec![format!("HTTP/1.1 {status}")];
    if !media.is_empty() {
        head.push(format!("Content-Type: {media}"));
        head.push(format!("Content-Length: {}", body.len()));
    }
    Answer {
        head,
        body: vec![Piece::Text(body.to_owned())],
        end: End::Keep,
    }
}

/// Draws an answer to an operation.
fn of_operation(operation: &Operation, rng: &mut Rng) -> Answer {
    let mut answer = hostile(operation.media, operation.body, rng);
    // As if the change were to a good answer: most of them declare their status.
    if answer
        .head
        .first()
        .is_some_and(|line| line == "HTTP/1.1 200 OK")
    {
        answer.head[0] = format!("HTTP/1.1 {}", operation.status);
        answer
            .head
            .extend(operation.fields.iter().map(|&line| line.to_owned()));
    }
    if operation.name == "listGates" && rng.bool() {
        answer.head.retain(|line| !line.starts_with("Link:"));
        let address = rng.choice(ADDRESSES).unwrap_or(&"");
        answer.head.push(format!("Link: <{address}>; rel=\"next\""));
    }
    if operation.name == "listPonds" && rng.bool() {
        let address = json::escaped(rng.choice(ADDRESSES).unwrap_or(&""));
        let body = format!("{{\"results\":[{{\"id\":\"a\"}}],\"next\":\"{address}\"}}");
        answer.body = vec![Piece::Text(body)];
        framed(&mut answer);
    }
    answer
}

/// Draws an answer that was a good one before it was changed in one to three ways.
#[must_use]
pub fn hostile(media: &str, body: &str, rng: &mut Rng) -> Answer {
    changed(plain("200 OK", media, body), media, body, 0..24, rng)
}

/// The changes of JSON and of frames of streams, and those of everything around them.
pub(super) const OF_CONTENT: Range<u8> = 0..6;
pub(super) const OF_WIRE: Range<u8> = 6..24;

/// Changes a good answer in one to three ways, of the given ones.
pub(super) fn changed(
    mut answer: Answer,
    media: &str,
    body: &str,
    ways: Range<u8>,
    rng: &mut Rng,
) -> Answer {
    // Whether the length of the body is stated as it is.
    let mut framing = true;
    for _ in 0..rng.usize(1..4) {
        match rng.u8(ways.clone()) {
            0..6 => {
                answer.body = match media {
                    "" | "text/event-stream" | "application/jsonl" | "application/json-seq" => {
                        frames::changed(media, body, rng)
                    }
                    _ => json::changed(body, rng),
                };
                framing = true;
            }
            6 => {
                let line = *rng.choice(STATUS).unwrap_or(&STATUS[0]);
                line.clone_into(&mut answer.head[0]);
            }
            7 => changes::redirect(&mut answer, rng),
            8..10 => {
                let field = rng.choice(AMOUNT_FIELDS).unwrap_or(&"Retry-After");
                let amount = rng.choice(AMOUNTS).unwrap_or(&"");
                answer.head.push(format!("{field}: {amount}"));
                if *field == "Retry-After" {
                    let status = rng.choice(&["429", "502", "503", "504"]).unwrap_or(&"503");
                    answer.head[0] = format!("HTTP/1.1 {status} Later");
                }
            }
            10..13 => {
                let at = rng.usize(1..=answer.head.len());
                let line = rng.choice(LINES).unwrap_or(&"");
                answer.head.insert(at, (*line).to_owned());
            }
            13 => changes::heads(&mut answer, rng),
            14 => {
                let media = rng.choice(MEDIA).unwrap_or(&"");
                answer.head.retain(|line| !line.starts_with("Content-Type"));
                if rng.u8(0..4) > 0 {
                    answer.head.push(format!("Content-Type: {media}"));
                }
            }
            15..17 => changes::coded(&mut answer, rng),
            17 => {
                framing = false;
                let length = wire::bytes(&answer.body, &[]).len();
                answer
                    .head
                    .retain(|line| !line.starts_with("Content-Length"));
                let lies = [0, 1, length / 2, length + 1, length + 100_000, 1 << 40];
                let lie = lies[rng.usize(..lies.len())];
                answer.head.push(format!("Content-Length: {lie}"));
                answer.end = *rng
                    .choice(&[End::Close, End::Keep, End::Silence])
                    .unwrap_or(&End::Close);
            }
            18..20 => {
                framing = false;
                changes::chunked(&mut answer, rng);
            }
            20 => changes::slow(&mut answer, rng),
            21 => {
                framing = false;
                answer
                    .head
                    .retain(|line| !line.starts_with("Content-Length"));
                answer.end = *rng
                    .choice(&[End::Close, End::Endless, End::Silence])
                    .unwrap_or(&End::Close);
            }
            22 => changes::bytes(&mut answer, rng),
            _ => {
                // No answer, or only a part of one.
                let length = rng.usize(0..=answer.head.len());
                answer.head.truncate(length);
                answer.body = vec![Piece::Text("\r\n".repeat(rng.usize(0..3)))];
                answer.end = *rng
                    .choice(&[End::Close, End::Silence])
                    .unwrap_or(&End::Close);
                return answer;
            }
        }
        if framing {
            framed(&mut answer);
        }
    }
    answer
}

/// States the length of the body.
pub(super) fn framed(answer: &mut Answer) {
    let bytes = wire::bytes(&answer.body, &[]);
    let length = bytes.len();
    answer
        .head
        .retain(|line| !line.starts_with("Content-Length:"));
    // The length of a name is not that of what it stands for.
    let start = String::from_utf8_lossy(&bytes[..length.min(4096)]);
    if NAMES.iter().any(|name| start.contains(name)) {
        answer.end = End::Close;
    } else if !answer.head.is_empty() {
        answer.head.push(format!("Content-Length: {length}"));
    }
}
