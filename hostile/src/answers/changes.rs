//! Changes of an answer, each of one kind.

use fastrand::Rng;

use super::lists::{ADDRESSES, CODINGS, REDIRECTS};
use super::{Answer, End, Piece, wire};

/// Sends the client elsewhere.
pub(super) fn redirect(answer: &mut Answer, rng: &mut Rng) {
    let status = rng.choice(REDIRECTS).unwrap_or(&"302");
    let address = rng.choice(ADDRESSES).unwrap_or(&"");
    answer.head[0] = format!("HTTP/1.1 {status} There");
    answer.head.push(format!("Location: {address}"));
}

/// Adds many fields, or long ones, or other heads.
pub(super) fn heads(answer: &mut Answer, rng: &mut Rng) {
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
pub(super) fn coded(answer: &mut Answer, rng: &mut Rng) {
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
pub(super) fn chunked(answer: &mut Answer, rng: &mut Rng) {
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
pub(super) fn slow(answer: &mut Answer, rng: &mut Rng) {
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
pub(super) fn bytes(answer: &mut Answer, rng: &mut Rng) {
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
