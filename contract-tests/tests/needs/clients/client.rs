//! Fails if the responses lack what its arguments name: KIND:PATH:POINTER.

use std::io::{Read, Write};

enum Json {
    Null,
    Scalar,
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
}

/// A reader of JSON; the standard library has none.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn skip(&mut self, wanted: u8) -> bool {
        self.0 = self.0.trim_ascii_start();
        let found = self.0[0] == wanted;
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    fn string(&mut self) -> String {
        let mut text = Vec::new();
        self.skip(b'"');
        while self.0[0] != b'"' {
            let escaped = usize::from(self.0[0] == b'\\');
            text.push(self.0[escaped]);
            self.0 = &self.0[escaped + 1..];
        }
        self.0 = &self.0[1..];
        String::from_utf8(text).unwrap()
    }

    fn value(&mut self) -> Json {
        if self.skip(b'{') {
            let mut properties = Vec::new();
            while !self.skip(b'}') {
                let name = self.string();
                self.skip(b':');
                properties.push((name, self.value()));
                self.skip(b',');
            }
            return Json::Object(properties);
        }
        if self.skip(b'[') {
            let mut items = Vec::new();
            while !self.skip(b']') {
                items.push(self.value());
                self.skip(b',');
            }
            return Json::Array(items);
        }
        if self.0[0] == b'"' {
            self.string();
            return Json::Scalar;
        }
        let end = self.0.iter().position(|one| b",]} \n\r\t".contains(one));
        let (word, rest) = self.0.split_at(end.unwrap());
        self.0 = rest;
        if word == b"null" { Json::Null } else { Json::Scalar }
    }
}

fn well(value: &Json, steps: &[&str], kind: &str) -> bool {
    let lenient = kind == "not-null" || kind == "inside" && steps.len() > 1;
    if steps[0] == "*" {
        let Json::Array(items) = value else {
            return lenient;
        };
        return items.iter().all(|item| well(item, &steps[1..], kind));
    }
    let Json::Object(properties) = value else {
        return lenient;
    };
    match properties.iter().find(|(name, _)| name == steps[0]) {
        None => lenient,
        Some((_, inner)) if steps.len() > 1 => well(inner, &steps[1..], kind),
        Some((_, inner)) => ["present", "inside"].contains(&kind) || !matches!(inner, Json::Null),
    }
}

fn fetch(path: &str) -> Json {
    let base = std::env::var("ITEMS_URL").unwrap();
    let host = base.strip_prefix("http://").unwrap().trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    Reader(text.split_once("\r\n\r\n").unwrap().1.as_bytes()).value()
}

fn main() {
    let bodies = [("/first", fetch("/first")), ("/second", fetch("/second"))];
    let works = |need: String| {
        let mut parts = need.split(':');
        let (kind, path) = (parts.next().unwrap(), parts.next().unwrap());
        let steps: Vec<&str> = parts.next().unwrap().split('/').skip(1).collect();
        let (_, body) = bodies.iter().find(|(own, _)| *own == path).unwrap();
        well(body, &steps, kind)
    };
    std::process::exit(i32::from(!std::env::args().skip(1).all(works)));
}
