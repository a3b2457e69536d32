//! Responses of a null server: those of the sandbox in an earlier run, from its HAR.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::null::{Asked, Canned};

/// The responses of a run.
#[derive(Debug)]
pub struct Recorded {
    reads: HashMap<String, Arc<Canned>>,
    without_credential: Arc<Canned>,
    not_found: Arc<Canned>,
}

impl Recorded {
    /// Reads the responses of the resource host from a HAR.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or lacks a refusal of each kind.
    pub fn read(har: &Path, base: &str) -> Result<Self> {
        let text = std::fs::read_to_string(har).context("cannot read the HAR")?;
        let har: Value = serde_json::from_str(&text).context("the HAR is not JSON")?;
        let entries = har["log"]["entries"]
            .as_array()
            .context("the HAR has no entries")?;
        let mut reads = HashMap::new();
        let mut refusals: HashMap<u64, Arc<Canned>> = HashMap::new();
        for entry in entries {
            let (request, response) = (&entry["request"], &entry["response"]);
            let url = request["url"].as_str().unwrap_or_default();
            let (Some(target), Some(status)) =
                (url.strip_prefix(base), response["status"].as_u64())
            else {
                continue;
            };
            if request["method"] != "GET" || response["content"]["comment"].is_string() {
                continue;
            }
            let answer = Arc::new(canned(status, response));
            if status == 200 {
                let path = target.split('?').next().unwrap_or_default();
                reads.entry(path.to_owned()).or_insert(answer);
            } else {
                refusals.entry(status).or_insert(answer);
            }
        }
        let mut refusal = |status| {
            let found = refusals.remove(&status);
            found.with_context(|| format!("the run has no response {status} to a GET"))
        };
        Ok(Self {
            without_credential: refusal(401)?,
            not_found: refusal(404)?,
            reads,
        })
    }

    /// Returns the recorded response to a read, and 404 for anything else.
    #[must_use]
    pub fn answer(&self, asked: &Asked) -> Arc<Canned> {
        if !asked.is_authorized {
            return Arc::clone(&self.without_credential);
        }
        let is_read = matches!(asked.method.as_str(), "GET" | "HEAD");
        let known = is_read.then(|| self.reads.get(&asked.path)).flatten();
        Arc::clone(known.unwrap_or(&self.not_found))
    }
}

fn canned(status: u64, response: &Value) -> Canned {
    let fields = response["headers"].as_array().into_iter().flatten();
    let fields = fields.filter_map(|one| Some((one["name"].as_str()?, one["value"].as_str()?)));
    // The recorded framing does not apply here.
    let is_framing = |name: &str| matches!(name, "content-length" | "transfer-encoding");
    let fields: Vec<_> = fields.filter(|(name, _)| !is_framing(name)).collect();
    let body = response["content"]["text"].as_str().unwrap_or_default();
    Canned::new(status, &fields, body)
}
