//! Runs the server that was built.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::place::target_folder;

pub(crate) const SECRET: &str = "end-to-end";

/// A running server. Dropping this stops it.
pub(crate) struct Server {
    process: Child,
    address: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(target_folder().join("debug/scaffolded"))
            .env("LISTEN", "127.0.0.1:0")
            .env("API_SECRET", SECRET)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdout = process.stdout.take().expect("its output is piped");
        let mut line = String::new();
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("it prints its address");
        let address = line
            .trim()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        Self { process, address }
    }

    pub(crate) fn send(&self, method: &str, path: &str, secret: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-length: 0\r\nauthorization: Key {secret}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
