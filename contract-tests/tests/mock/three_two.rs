//! Requests of the showcase: the method `QUERY`, methods of `additionalOperations`, a parameter that
//! is the whole query, and paths of every style.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use tempfile::TempDir;

use crate::{Running, root, start};

fn status(running: &Running, method: &str, path: &str, body: &str) -> String {
    let address = running.base_url.trim_start_matches("http://");
    let address = address.split('/').next().expect("an authority");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    response.split(' ').nth(1).expect("a status").to_owned()
}

#[test]
fn methods_whole_queries_and_paths() {
    let folder = TempDir::new().expect("a folder");
    let path = root().join("acceptance/showcase/openapi.yaml");
    let running = start(&path, &folder.path().join("credentials.toml"));
    for (method, path, body, expected) in [
        ("QUERY", "/v1/plants", r#"{"name": "Rose"}"#, "204"),
        ("QUERY", "/v1/plants", r#"{"name": 1}"#, "400"),
        ("COPY", "/v1/plants", "", "204"),
        // Methods are case-sensitive (RFC 9110 §9.1).
        ("copy", "/v1/plants", "", "501"),
        ("QUERY", "/v1/beds", "", "405"),
        ("BREW", "/v1/plants", "", "501"),
        ("GET", "/v1/whole-query?near=gate", "", "204"),
        ("GET", "/v1/whole-query", "", "204"),
        ("GET", "/v1/json-query?%7B%22width%22:1%7D", "", "204"),
        ("GET", "/v1/json-query", "", "204"),
        ("GET", "/v1/json-query?%7B%22width%22:%22x%22%7D", "", "400"),
        (
            "GET",
            "/v1/json-query?everything=%7B%22width%22:1%7D",
            "",
            "400",
        ),
        // No item can be missing where nothing is created, and no 404 is declared.
        ("GET", "/v1/areas/7/oak,elm/width=1", "", "204"),
        ("GET", "/v1/labels/.2026-01-01/.1.2/.width,1", "", "204"),
        ("GET", "/v1/areas/x/oak,elm/width=1", "", "400"),
        ("GET", "/v1/plants/unknown", "", "404"),
    ] {
        let found = status(&running, method, path, body);
        assert_eq!(found, expected, "{method} {path} {body}");
    }
}
