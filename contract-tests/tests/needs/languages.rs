//! Clients in several languages. Each is strict about the properties that its arguments name.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// A language: its source, the compiler if there is one, and the command that runs a client.
pub struct Language {
    pub name: &'static str,
    source: (&'static str, &'static str),
    compiler: &'static [&'static str],
    command: &'static [&'static str],
}

pub const LANGUAGES: [Language; 5] = [
    Language {
        name: "Python",
        source: ("client.py", include_str!("clients/client.py")),
        compiler: &["python3", "--version"],
        command: &["python3", "FOLDER/client.py"],
    },
    Language {
        name: "JavaScript",
        source: ("client.mjs", include_str!("clients/client.mjs")),
        compiler: &["node", "--version"],
        command: &["node", "FOLDER/client.mjs"],
    },
    Language {
        name: "Go",
        source: ("client.go", include_str!("clients/client.go")),
        compiler: &["go", "build", "-o", "client", "client.go"],
        command: &["FOLDER/client"],
    },
    Language {
        name: "Java",
        source: ("Client.java", include_str!("clients/Client.java")),
        compiler: &["javac", "Client.java"],
        command: &["java", "-XX:TieredStopAtLevel=1", "-cp", "FOLDER", "Client"],
    },
    Language {
        name: "Rust",
        source: ("client.rs", include_str!("clients/client.rs")),
        compiler: &["rustc", "--edition", "2024", "client.rs"],
        command: &["FOLDER/client"],
    },
];

impl Language {
    /// Builds the client, and returns its command; `None` if the language is not installed.
    pub fn build(&self, folder: &Path) -> Option<Vec<String>> {
        let (file, text) = self.source;
        fs::write(folder.join(file), text).expect("it can be written");
        let (compiler, arguments) = self.compiler.split_first().expect("a program");
        let output = Command::new(compiler)
            .args(arguments)
            .current_dir(folder)
            .output();
        let output = match output {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                println!("skipped: {} is not installed", self.name);
                return None;
            }
            output => output.expect("it starts"),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", self.name);
        let folder = folder.display().to_string();
        let command = self.command.iter();
        Some(
            command
                .map(|part| part.replace("FOLDER", &folder))
                .collect(),
        )
    }
}
