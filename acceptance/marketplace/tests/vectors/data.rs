//! Shared parts of the vector files. An unknown property is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use client::testing::TestAnswer;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use types::runtime::{Base64, from_slice};

use crate::wire::Reply;

/// The folder of the vector files.
pub const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../generated/conformance-vectors"
);

/// The result of a vector: the reason that it fails.
pub type Verdict = Result<(), String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "description")]
    _description: String,
    vectors: Vec<Value>,
}

/// Returns the vectors of a file, by their names.
pub fn load<T: DeserializeOwned>(name: &str) -> Vec<(String, T)> {
    let file = read(name);
    let mut names = BTreeSet::new();
    let vectors = file.vectors.into_iter().map(|mut vector| {
        let own = vector.as_object_mut().and_then(|all| all.remove("name"));
        let Some(Value::String(own)) = own else {
            panic!("{name}: a vector without a name");
        };
        assert!(names.insert(own.clone()), "{name}: {own} is there twice");
        match serde_json::from_value(vector) {
            Ok(vector) => (own, vector),
            Err(error) => panic!("{name}: {own}: {error}"),
        }
    });
    let vectors: Vec<_> = vectors.collect();
    assert!(!vectors.is_empty(), "{name} has no vectors");
    vectors
}

fn read(name: &str) -> File {
    let path = Path::new(FOLDER).join(name);
    let text = std::fs::read_to_string(&path).expect("a file of vectors");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns how many vectors a file has.
pub fn count(name: &str) -> usize {
    read(name).vectors.len()
}

/// Fails with all problems.
#[track_caller]
pub fn check(verdicts: impl IntoIterator<Item = (String, Verdict)>) {
    let mut count = 0;
    let mut faults = Vec::new();
    for (name, verdict) in verdicts {
        count += 1;
        faults.extend(verdict.err().map(|fault| format!("{name}: {fault}")));
    }
    assert!(
        faults.is_empty(),
        "{} of {count} vectors:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// A response of the service.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Body,
}

/// The body of a response or a webhook.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Body {
    Text(String),
    Bytes(Bytes),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bytes {
    base64: String,
}

impl Answer {
    pub fn reply(&self) -> Reply {
        Reply::Answer {
            status: self.status,
            headers: self.headers.clone().into_iter().collect(),
            body: self.body.bytes(),
        }
    }

    /// Returns the answer for the test kit of the client.
    pub fn prepared(&self) -> TestAnswer {
        let answer = TestAnswer::bytes(self.status, "text/plain", self.body.bytes());
        let headers = self.headers.iter();
        headers.fold(answer, |answer, (name, value)| answer.header(name, value))
    }
}

impl Body {
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::Bytes(Bytes { base64 }) => {
                let json = Value::from(base64.as_str()).to_string();
                let (bytes, _) = from_slice::<Base64>(json.as_bytes()).expect("base64");
                bytes.0.to_vec()
            }
        }
    }
}
