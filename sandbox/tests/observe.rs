//! Health, metrics, request IDs, and the program itself.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, StatusCode};
use sandbox::{CAST, Credentials};

use crate::support::{World, database};

fn client() -> anyhow::Result<Client> {
    Ok(Client::builder().no_proxy().build()?)
}

#[tokio::test]
async fn health_tells_of_the_database() -> anyhow::Result<()> {
    let world = World::start(database().await).await;
    let client = client()?;
    let addresses = world.sandbox().addresses().clone();
    for host in [&addresses.base_url, &addresses.auth_url] {
        let answer = client.get(format!("{host}/healthz")).send().await?;
        assert_eq!(answer.status(), StatusCode::OK);
    }
    world.sandbox().store().close().await;
    for host in [&addresses.base_url, &addresses.auth_url] {
        let answer = client.get(format!("{host}/healthz")).send().await?;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    }
    world.stop().await;
    Ok(())
}

#[tokio::test]
async fn requests_are_counted_by_operation() -> anyhow::Result<()> {
    let world = World::start(database().await).await;
    let client = client()?;
    let base = &world.sandbox().addresses().base_url;
    for _ in 0..3 {
        client
            .get(format!("{base}/org/{}/offer", CAST[0].org))
            .send()
            .await?;
    }
    client
        .get(format!("{base}/some/thing?secret=x"))
        .send()
        .await?;
    let text = client
        .get(format!("{base}/metrics"))
        .send()
        .await?
        .text()
        .await?;
    let counted =
        "sandbox_requests_total{host=\"resource\",operation=\"listOffers\",status=\"4xx\"} 3";
    assert!(text.contains(counted), "{text}");
    assert!(
        text.contains("operation=\"unknown\",status=\"4xx\"} 1"),
        "{text}"
    );
    assert!(
        text.contains("sandbox_connections{host=\"resource\"}"),
        "{text}"
    );
    assert!(text.ends_with("# EOF\n"), "{text}");
    world.stop().await;
    Ok(())
}

#[tokio::test]
async fn every_answer_has_the_id_of_its_request() -> anyhow::Result<()> {
    let world = World::start(database().await).await;
    let client = client()?;
    let addresses = world.sandbox().addresses();
    let org = CAST[0].org;
    for url in [
        format!("{}/org/{org}/offer", addresses.base_url),
        format!("{}/docs", addresses.base_url),
        format!("{}/nothing", addresses.auth_url),
    ] {
        let sent = client
            .get(&url)
            .header("x-request-id", "mine-1")
            .send()
            .await?;
        assert_eq!(sent.headers()["x-request-id"], "mine-1", "{url}");
        let odd = client
            .get(&url)
            .header("x-request-id", "a b")
            .send()
            .await?;
        let made = odd.headers()["x-request-id"].to_str()?.to_owned();
        assert!(made.len() == 32 && !made.contains(' '), "{url}: {made}");
        assert_eq!(odd.headers().get_all("x-request-id").iter().count(), 1);
    }
    world.stop().await;
    Ok(())
}

/// The program, which is stopped when the test ends.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    fn start(arguments: &[&str]) -> anyhow::Result<Self> {
        let child = Command::new(env!("CARGO_BIN_EXE_sandbox"))
            .args(["--auth-listen", "127.0.0.1:0"])
            .args(arguments)
            .env_remove("SANDBOX_SEED")
            .env_remove("SANDBOX_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(Self(child))
    }

    /// Sends a signal by its name.
    fn signal(&self, name: &str) -> anyhow::Result<()> {
        let id = self.0.id().to_string();
        Command::new("kill").args(["-s", name, &id]).status()?;
        Ok(())
    }

    fn wait(&mut self) -> anyhow::Result<Option<i32>> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.0.try_wait()? {
                return Ok(status.code());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        anyhow::bail!("it does not end")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_prints_exports_logs_and_stops() -> anyhow::Result<()> {
    let arguments = ["--listen", "127.0.0.1:0", "--log-format", "json"];
    let mut program = Program::start(&arguments)?;
    let mut lines = BufReader::new(program.0.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap()?;
    let base = first.strip_prefix("export MARKETPLACE_BASE_URL='").unwrap();
    let base = base.trim_end_matches('\'').to_owned();
    let count = 2 + 7 * CAST.len();
    for line in lines.take(count - 1) {
        assert!(line?.starts_with("export MARKETPLACE_"), "only exports");
    }

    let secrets = Credentials::of(&CAST[0], 1);
    let url = format!("{base}/org/{}/offer?access_token=hidden-one", CAST[0].org);
    let asked = client()?
        .get(url)
        .header("authorization", format!("Key {}", secrets.api_key))
        .header("x-request-id", "seen-1");
    asked.send().await?;
    program.signal("TERM")?;
    assert_eq!(program.wait()?, Some(0));

    let mut log = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut log)?;
    let lines: Result<Vec<serde_json::Value>, _> = log.lines().map(serde_json::from_str).collect();
    let lines = lines?;
    let line = lines.iter().find(|line| line["operation"] == "listOffers");
    let line = line.unwrap_or_else(|| panic!("{log}"));
    assert_eq!(line["org"], CAST[0].org);
    assert_eq!(line["span"]["id"], "seen-1");
    assert_eq!(line["host"], "resource");
    assert!(
        line["api_client"]
            .as_str()
            .is_some_and(|id| id.starts_with("cli-"))
    );
    assert!(
        lines.iter().any(|line| line["message"] == "stopped"),
        "{log}"
    );
    for secret in [&*secrets.api_key, "hidden-one", &*secrets.client_secret] {
        assert!(!log.contains(secret), "a secret is in the log");
    }
    Ok(())
}

#[test]
fn the_usual_seed_stays_on_this_machine() -> anyhow::Result<()> {
    let mut program = Program::start(&["--listen", "0.0.0.0:0"])?;
    assert_eq!(program.wait()?, Some(2));
    let mut said = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut said)?;
    assert!(said.contains("--seed"), "{said}");
    Ok(())
}
