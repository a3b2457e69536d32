//! Texts that are interpreted, and texts that repeat credentials.

use fastrand::Rng;
use serde_json::Value;

use super::super::{Answer, Piece, Request};
use super::texts::TEXTS;
use super::tree::{self, field, of};

/// The number of bytes of a body that a report shows. A secret may be cut there.
const SHOWN: usize = 16 << 10;

pub(super) fn texts(answer: &mut Answer, rng: &mut Rng) {
    let often = rng.u8(1..5);
    let changed = tree::change(answer, &mut |_, value| match value {
        Value::String(text) if rng.u8(0..4) < often => {
            let hostile = of(TEXTS, rng);
            *text = match rng.u8(0..3) {
                0 => format!("{text}{hostile}"),
                _ => hostile.to_owned(),
            };
        }
        Value::Object(members) if rng.u8(0..4) < often => {
            members.insert(of(TEXTS, rng).to_owned(), Value::from(of(TEXTS, rng)));
        }
        _ => {}
    });
    if !changed {
        tree::set(answer, vec![Piece::Text(of(TEXTS, rng).to_owned())]);
    }
    for name in ["X-Request-Id", "Server", "Allow", "ETag", "Warning"] {
        if rng.u8(0..4) == 0 {
            field(answer, name, of(TEXTS, rng));
        }
    }
    if rng.u8(0..4) == 0 {
        answer
            .head
            .retain(|line| !line.to_ascii_lowercase().starts_with("content-type"));
        field(
            answer,
            "Content-Type",
            &format!("text/html; a=\"{}\"", of(TEXTS, rng)),
        );
    }
}

/// Repeats a credential, also at the place where a report cuts the body.
pub(super) fn echo(answer: &mut Answer, request: &Request, rng: &mut Rng) {
    let credential = request.field("authorization").unwrap_or_default();
    let credential = credential
        .split_once(' ')
        .map_or(credential, |(_, rest)| rest);
    let form = String::from_utf8_lossy(&request.body);
    let secret = match (credential, rng.bool()) {
        ("", _) | (_, true) if form.contains("secret") => &form,
        ("", _) => "{authorization}",
        (credential, _) => credential,
    };
    let part = SHOWN - rng.usize(0..=secret.len().min(SHOWN));
    match rng.u8(0..8) {
        0 => {
            let pad = "a".repeat(part);
            tree::set(answer, vec![Piece::Text(format!("{pad}{secret} and more"))]);
        }
        1 => {
            let mut bytes = vec![0xff; part];
            bytes.extend(secret.bytes());
            bytes.extend([0xfe; 100]);
            tree::set(answer, vec![Piece::Bytes(bytes)]);
        }
        2 => answer.head[0] = format!("HTTP/1.1 400 {secret}"),
        3 => field(
            answer,
            "Location",
            &format!("/a?token={secret}&key={secret}"),
        ),
        4 => field(answer, &format!("X-{secret}"), "name"),
        5 => {
            for name in ["X-Echo", "Content-Type", "ETag", "Link", "WWW-Authenticate"] {
                field(answer, name, secret);
            }
        }
        _ => {
            let secret = secret.to_owned();
            let changed = tree::change(answer, &mut |_, value| match value {
                Value::String(text) => *text = format!("{text} {secret}"),
                Value::Object(members) if rng.bool() => {
                    members.insert(secret.clone(), Value::from(secret.as_str()));
                }
                _ => {}
            });
            if !changed {
                tree::set(answer, vec![Piece::Text(secret)]);
            }
        }
    }
}
