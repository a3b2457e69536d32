//! Streams of items that are broken.

use fastrand::Rng;

use super::Piece;
use super::json;
use super::lists::AMOUNTS;

/// Lines of event streams.
const EVENTS: &[&str] = &[
    "\u{feff}data: a\n\n",
    "data\n\n",
    "data:\n\n",
    "data: {\"plant\":\"a\",\"centimetres\":1}\r\rdata: {}\r\n\r\n",
    "id: \u{0}\ndata: {}\n\n",
    "id: a\r\nid: \u{e9}\ndata: {\"plant\":\"a\",\"centimetres\":1}\n\n",
    "id\ndata: {\"plant\":\"a\",\"centimetres\":1}\n\n",
    "event: \u{1b}[31m\ndata: 1\n\n",
    ":\n\n\n\n",
    "data: [DONE]\n\n",
    "data: {\"plant\":\"a\",\"centimetres\":1}",
    "nosuch: field\ndata: null\n\n",
];

/// Texts between the items of other streams.
const OTHERS: &[&str] = &[
    "\n",
    "\r\n\r\n",
    "\u{1e}",
    "\u{1e}\u{1e}\u{1e}",
    "\u{1e}{\"plant\":",
    "{\"plant\":\"a\"\n,\"centimetres\":1}\n",
    "null\n",
    "[]\n",
    "[{\"plant\":\"a\",\"centimetres\":1}]\n",
    "{}{}\n",
    "\u{feff}{}\n",
    "\u{2028}{}\u{2028}",
    "\u{0}\n",
    " \t \n",
];

/// Returns a stream with hostile parts.
pub(super) fn changed(media: &str, good: &str, rng: &mut Rng) -> Vec<Piece> {
    let is_events = media == "text/event-stream";
    let [before, after] = match media {
        "text/event-stream" => ["data: ", "\n\n"],
        "application/json-seq" => ["\u{1e}", "\n"],
        _ => ["", "\n"],
    };
    let text = |text: &str| Piece::Text(text.to_owned());
    let mut pieces = vec![text(good)];
    for _ in 0..rng.usize(1..4) {
        match rng.u8(0..8) {
            0 => pieces.push(Piece::Repeat("a".to_owned(), 9 << 20)),
            1 => {
                pieces.push(text(before));
                let item = r#"{"plant":"a","centimetres":1.5,"id":"p","name":"n"}"#;
                pieces.extend(json::changed(item, rng));
                pieces.push(text(after));
            }
            2 if is_events => {
                let amount = rng.choice(AMOUNTS).unwrap_or(&"");
                pieces.push(Piece::Text(format!("retry: {amount}\nid: {amount}\n\n")));
            }
            3 if is_events => {
                let line = *rng
                    .choice(&[
                        "data: a\n",
                        ": a\n",
                        "id: a\n",
                        "event: a\n",
                        "\n",
                        "data\n",
                    ])
                    .unwrap_or(&"\n");
                pieces.push(Piece::Repeat(line.to_owned(), 1_000_000));
            }
            4 => pieces.push(Piece::Bytes(vec![0xff, 0xfe, b'\n', 0xc3, b'\n', b'\n'])),
            5 => pieces.push(Piece::Wait(rng.u64(1..500))),
            6 => pieces.push(Piece::Repeat(good.to_owned(), rng.usize(1..100))),
            _ => {
                let list = if is_events { EVENTS } else { OTHERS };
                pieces.push(text(rng.choice(list).unwrap_or(&"\n")));
            }
        }
        if rng.bool() {
            pieces.push(text(good));
        }
    }
    pieces
}
