//! Runs Chromium through its `DevTools` protocol over pipes, without a port or a library.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use base64::Engine as _;
use serde_json::{Value, json};

/// The time limit for every step, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running browser.
pub struct Browser {
    process: Child,
    /// The folder of its profile and pipes, removed at the end.
    _folder: tempfile::TempDir,
    commands: std::fs::File,
    messages: Receiver<Value>,
    last: u64,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Starts a browser; `None` if none is installed.
    pub fn start() -> anyhow::Result<Option<Self>> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let works = |name: &&str| {
            let asked = Command::new(name).arg("--version").output();
            asked.is_ok_and(|output| output.status.success())
        };
        let Some(name) = names.into_iter().find(works) else {
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let (input, output) = (folder.path().join("in"), folder.path().join("out"));
        let made = Command::new("mkfifo").args([&input, &output]).status()?;
        anyhow::ensure!(made.success(), "no pipes");
        let script = "exec \"$1\" --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
             --disable-background-networking --no-first-run --user-data-dir=\"$2/profile\" \
             --remote-debugging-pipe about:blank 3<\"$2/in\" 4>\"$2/out\"";
        let process = Command::new("sh")
            .args(["-c", script, "sh", name])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let commands = std::fs::OpenOptions::new().write(true).open(&input)?;
        let answers = std::fs::File::open(&output)?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).unwrap_or_default();
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Some(Self {
            process,
            _folder: folder,
            commands,
            messages,
            last: 0,
        }))
    }

    /// Opens a page and waits until it has loaded.
    pub fn open(mut self, url: &str, width: u32, height: u32) -> anyhow::Result<Page> {
        let mut events = Vec::new();
        let blank = json!({ "url": "about:blank" });
        let target = self.call(None, "Target.createTarget", &blank, &mut events)?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call(None, "Target.attachToTarget", &attach, &mut events)?;
        let session = session["sessionId"]
            .as_str()
            .context("no session")?
            .to_owned();
        let mut page = Page {
            browser: self,
            session,
            events,
        };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), &json!({}))?;
        }
        page.size(width, height)?;
        page.call("Page.navigate", &json!({ "url": url }))?;
        page.until("document.readyState === 'complete'")?;
        Ok(page)
    }

    fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: &Value,
        events: &mut Vec<Value>,
    ) -> anyhow::Result<Value> {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        self.commands.write_all(format!("{command}\0").as_bytes())?;
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.with_context(|| format!("no answer to {method}"))?;
            if message["id"] != json!(self.last) {
                events.push(message);
                continue;
            }
            if let Some(error) = message.get("error") {
                bail!("{method}: {error}");
            }
            return Ok(message["result"].clone());
        }
    }
}

/// An open page.
pub struct Page {
    browser: Browser,
    session: String,
    events: Vec<Value>,
}

impl Page {
    fn call(&mut self, method: &str, params: &Value) -> anyhow::Result<Value> {
        let session = self.session.clone();
        self.browser
            .call(Some(&session), method, params, &mut self.events)
    }

    /// Returns the value of a JavaScript expression.
    pub fn value(&mut self, expression: &str) -> anyhow::Result<Value> {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &params)?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            bail!("{expression}: {thrown}");
        }
        Ok(answer["result"]["value"].clone())
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        while self.value(expression)? != json!(true) {
            anyhow::ensure!(start.elapsed() < PATIENCE, "it never came: {expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Sets the size of the window.
    pub fn size(&mut self, width: u32, height: u32) -> anyhow::Result<()> {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size)?;
        Ok(())
    }

    /// Saves a screenshot, if screenshots are requested.
    pub fn picture(&mut self, name: &str) -> anyhow::Result<()> {
        let Some(folder) = std::env::var_os("SCREENSHOTS") else {
            return Ok(());
        };
        std::thread::sleep(Duration::from_millis(300));
        let picture = self.call(
            "Page.captureScreenshot",
            &json!({ "format": "png", "captureBeyondViewport": true }),
        )?;
        let picture = picture["data"].as_str().context("no picture")?;
        let picture = base64::engine::general_purpose::STANDARD.decode(picture)?;
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), picture)?;
        Ok(())
    }

    /// Asserts that nothing failed, that the console is empty, and that only the page was loaded.
    pub fn assert_quiet(&self, address: &str) {
        for event in &self.events {
            let (method, params) = (
                event["method"].as_str().unwrap_or_default(),
                &event["params"],
            );
            let is_fault = matches!(
                method,
                "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded"
            );
            assert!(!is_fault, "{params}");
            if method == "Network.requestWillBeSent" {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                let url = url.split('#').next().unwrap_or_default();
                assert_eq!(url, address, "asked for");
            }
        }
    }
}
