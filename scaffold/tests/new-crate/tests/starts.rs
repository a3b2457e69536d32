//! Starts the server on a free port and sends it a request.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_my-server");
const SECRET: &str = "secret-of-the-test";
const REQUEST: &[&str] = &[
    "GET /health HTTP/1.1",
    "host: localhost",
    "connection: close",
    "content-length: 0",
];
const EXPECTED: &[&str] = &[
    "HTTP/1.1 501 Not Implemented\r\n",
    "content-type: application/problem+json\r\n",
];

/// The server process, which is stopped at the end of the test.
struct Server {
    process: Child,
    address: String,
    /// Kept open because printing to a closed pipe fails.
    _output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(PROGRAM)
            .env("LISTEN", "127.0.0.1:0")
            .env("API_SECRET", SECRET)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdout = process.stdout.take().expect("its output is piped");
        let mut output = BufReader::new(stdout);
        let mut line = String::new();
        output.read_line(&mut line).expect("it prints its address");
        let address = line.trim().rsplit('/').next().unwrap_or_default();
        Self {
            address: address.to_owned(),
            process,
            _output: output,
        }
    }

    fn send(&self, lines: &[&str]) -> String {
        let request = format!("{}\r\n\r\n", lines.join("\r\n"));
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Change `EXPECTED` when the operation is implemented.
#[test]
fn starts_and_answers() {
    let answer = Server::start().send(REQUEST);
    for expected in EXPECTED {
        assert!(answer.contains(expected), "{answer}");
    }
}
