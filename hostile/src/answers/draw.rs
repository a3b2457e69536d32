//! Draws answers: a good one, which is then changed in a few ways.

use fastrand::Rng;

use super::lists::{ADDRESSES, AMOUNT_FIELDS, AMOUNTS, CODINGS, LINES, MEDIA, REDIRECTS, STATUS};
use super::operations::{OPERATIONS, Operation, Pages};
use super::{Answer, Case, End, Piece, frames, json, wire};

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
    let mut answer = plain("200 OK", media, body);
    // Whether the length of the body is stated as it is.
    let mut framing = true;
    for _ in 0..rng.usize(1..4) {
        match rng.u8(0..24) {
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
            7 => redirect(&mut answer, rng),
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
            13 => heads(&mut answer, rng),
            14 => {
                let media = rng.choice(MEDIA).unwrap_or(&"");
                answer.head.retain(|line| !line.starts_with("Content-Type"));
                if rng.u8(0..4) > 0 {
                    answer.head.push(format!("Content-Type: {media}"));
                }
            }
            15..17 => coded(&mut answer, rng),
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
                chunked(&mut answer, rng);
            }
            20 => slow(&mut answer, rng),
            21 => {
                framing = false;
                answer
                    .head
                    .retain(|line| !line.starts_with("Content-Length"));
                answer.end = *rng
                    .choice(&[End::Close, End::Endless, End::Silence])
                    .unwrap_or(&End::Close);
            }
            22 => bytes(&mut answer, rng),
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
fn framed(answer: &mut Answer) {
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

fn redirect(answer: &mut Answer, rng: &mut Rng) {
    let status = rng.choice(REDIRECTS).unwrap_or(&"302");
    let address = rng.choice(ADDRESSES).unwrap_or(&"");
    answer.head[0] = format!("HTTP/1.1 {status} There");
    answer.head.push(format!("Location: {address}"));
}

/// Adds many fields, or long ones, or other heads.
fn heads(answer: &mut Answer, rng: &mut Rng) {
    match rng.u8(0..6) {
        0 => {
            let fields = (0..1000).map(|number| format!("X-{number}: {number}"));
            answer.head.extend(fields);
        }
        1 => answer
            .head
            .push(format!("X-Long: {}", "a".repeat(1 << rng.u32(10..21)))),
        2 => answer
            .head
            .push(format!("{}: a", "a".repeat(1 << rng.u32(10..18)))),
        3 => {
            let many = rng.usize(1..300);
            let interim =
                (0..many).flat_map(|_| ["HTTP/1.1 100 Continue".to_owned(), String::new()]);
            answer.head.splice(0..0, interim);
        }
        4 => answer
            .head
            .extend((0..200).map(|_| "Set-Cookie: hostile=1".to_owned())),
        _ => {
            let link = "<{base}/ponds>; rel=\"next\", ".repeat(rng.usize(1..2000));
            answer.head.push(format!("Link: {link}"));
        }
    }
}

/// Compresses the body, or says so.
fn coded(answer: &mut Answer, rng: &mut Rng) {
    let body = std::mem::take(&mut answer.body);
    let (coding, body) = match rng.u8(0..8) {
        0 => ("gzip", vec![Piece::Gzip(body)]),
        1 => ("deflate", vec![Piece::Deflate(body)]),
        2 => ("gzip", vec![Piece::Bomb(rng.usize(1..1024))]),
        3 => ("gzip, gzip", vec![Piece::Gzip(vec![Piece::Bomb(1024)])]),
        4 => ("gzip", vec![Piece::Gzip(vec![Piece::Gzip(body)])]),
        5 => {
            let mut bytes = wire::bytes(&[Piece::Gzip(body)], &[]);
            bytes.truncate(rng.usize(0..bytes.len().max(1)));
            bytes.truncate(4096);
            ("gzip", vec![Piece::Bytes(bytes)])
        }
        6 => (
            "deflate",
            vec![Piece::Bytes(vec![0x78, 0x9c, 0xff, 0xff, 0xff])],
        ),
        _ => (*rng.choice(CODINGS).unwrap_or(&"gzip"), body),
    };
    answer.body = body;
    answer.head.push(format!("Content-Encoding: {coding}"));
}

/// Sends the body in chunks (RFC 9112 §7.1) that may be wrong.
fn chunked(answer: &mut Answer, rng: &mut Rng) {
    answer
        .head
        .retain(|line| !line.starts_with("Content-Length"));
    answer.head.push("Transfer-Encoding: chunked".to_owned());
    let body = std::mem::take(&mut answer.body);
    let text = |text: &str| Piece::Text(text.to_owned());
    answer.body.push(Piece::Chunks(body));
    let (last, end) = match rng.u8(0..12) {
        0 => (Piece::Chunks(vec![text(" ")]), End::Endless),
        1 => (
            Piece::Chunks(vec![Piece::Repeat("a".to_owned(), 65_536)]),
            End::Endless,
        ),
        2 => (text("ffffffffffffffffff\r\n"), End::Silence),
        3 => (text("-1\r\n\r\n"), End::Keep),
        4 => (text("7fffffffffffffff\r\n"), End::Close),
        5 => (text("zz\r\n"), End::Close),
        6 => (
            text("0\r\nSet-Cookie: hostile=1\r\nX-A: a\r\n\r\n"),
            End::Keep,
        ),
        7 => (text("0\nX: y\n\n"), End::Keep),
        8 => (Piece::Repeat("0\r\n".to_owned(), 1000), End::Close),
        9 => (
            Piece::Repeat("1;a=b\r\n \r\n".to_owned(), 100_000),
            End::Silence,
        ),
        10 => (Piece::Repeat("1".to_owned(), 1 << 20), End::Close),
        _ => (text("0\r\n\r\n"), End::Keep),
    };
    answer.body.push(last);
    answer.end = end;
}

/// Waits in the body, or after it.
fn slow(answer: &mut Answer, rng: &mut Rng) {
    match rng.u8(0..4) {
        0 => answer.body.insert(0, Piece::Wait(3000)),
        1 => {
            let drops = (0..40).flat_map(|_| [Piece::Wait(100), Piece::Text(" ".to_owned())]);
            answer.body.splice(0..0, drops);
        }
        2 => {
            answer.body.clear();
            answer.head.push("Content-Length: 10".to_owned());
            answer.end = End::Silence;
        }
        _ => answer.body.push(Piece::Wait(300)),
    }
}

/// Changes bytes of the body.
fn bytes(answer: &mut Answer, rng: &mut Rng) {
    let mut bytes = wire::bytes(&answer.body, &[]);
    bytes.truncate(4096);
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(0..=bytes.len());
        match rng.u8(0..3) {
            0 => bytes.insert(at, rng.u8(..)),
            1 => drop(bytes.drain(at..bytes.len().min(at + rng.usize(0..8)))),
            _ if at < bytes.len() => bytes[at] = rng.u8(..),
            _ => {}
        }
    }
    answer.body = vec![Piece::Bytes(bytes)];
}
