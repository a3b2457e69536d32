//! Numbers that few types can hold, and much more than was asked for.

use fastrand::Rng;
use serde_json::Value;

use super::super::{Answer, End, Piece, changes};
use super::texts::NUMBERS;
use super::tree::{self, of};

/// A text that no answer has, in whose place a number is written as it is.
const NUMBER: &str = "@@number@@";

/// The largest body, in bytes, before it is compressed.
const LARGEST: usize = 31 << 20;

pub(super) fn numbers(answer: &mut Answer, rng: &mut Rng) {
    let changed = tree::change(answer, &mut |_, value| {
        if value.is_number() || value.is_boolean() || rng.u8(0..8) == 0 && !value.is_object() {
            *value = Value::from(NUMBER);
        }
    });
    if changed {
        let mut text = tree::text(answer);
        let mark = format!("\"{NUMBER}\"");
        while text.contains(&mark) {
            text = text.replacen(&mark, of(NUMBERS, rng), 1);
        }
        tree::set(answer, vec![Piece::Text(text)]);
    }
}

pub(super) fn bulk(answer: &mut Answer, rng: &mut Rng) {
    let truth = tree::text(answer);
    let text = |text: &str| Piece::Text(text.to_owned());
    let many = |text: &str, times: usize| {
        let most = LARGEST / text.len().max(1);
        Piece::Repeat(text.to_owned(), times.min(most))
    };
    let body = match rng.u8(0..12) {
        0 => {
            let names = (0..1_000_000).map(|number| format!("\"k{number:x}\":0,"));
            vec![text("{"), Piece::Text(names.collect()), text("\"a\":1}")]
        }
        1 => vec![many("[", 1 << rng.u32(6..20)), text("1")],
        2 => {
            let depth = 1 << rng.u32(6..20);
            vec![many("{\"items\":[", depth), many("]}", depth)]
        }
        3 => vec![text("\""), many("a", 8 << 20), text("\"")],
        4 => vec![
            text("["),
            many(&format!("{truth},"), 1 << rng.u32(4..14)),
            text("1]"),
        ],
        5 => vec![many("{", LARGEST)],
        6 => {
            answer.head.push("Content-Encoding: gzip".to_owned());
            vec![Piece::Bomb(rng.usize(1..1024))]
        }
        7 => {
            let items = format!("{},", truth.trim_end());
            let items = many(&items, 1 << rng.u32(4..12));
            vec![
                text("{\"items\":["),
                items.clone(),
                text("null],\"data\":["),
                items,
                text("1]}"),
            ]
        }
        8 => vec![
            text("{\"access_token\":\""),
            many("t", 1 << 20),
            text("\"}"),
        ],
        9 => {
            changes::heads(answer, rng);
            return;
        }
        _ => {
            answer
                .head
                .retain(|line| !line.to_ascii_lowercase().starts_with("content-length"));
            answer.body = vec![text("[1"), many(&format!(",{truth}"), 64)];
            answer.end = End::Endless;
            return;
        }
    };
    tree::set(answer, body);
}
