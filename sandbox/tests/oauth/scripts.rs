//! Clients in other languages.

use std::process::{Command, Stdio};

use crate::support::foreign;
use crate::support::token_host::{EMAIL, PASSWORD, SECRET, Service};

#[tokio::test(flavor = "multi_thread")]
async fn authlib() {
    let Some(programs) = foreign::python("oauth-python", "oauth/python/requirements.txt") else {
        return;
    };
    let mut command = Command::new(programs.join("python"));
    command.arg(foreign::file("oauth/python/client.py"));
    drive(command).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openid_client() {
    let Some(folder) = foreign::node("oauth-node", "oauth/node") else {
        return;
    };
    let mut command = Command::new("node");
    // Modules are searched for next to the script.
    command.arg(folder.join("client.js"));
    drive(command).await;
}

/// Runs a script with the addresses of a new service.
async fn drive(mut command: Command) {
    let service = Service::start().await;
    command
        .env("BASE_URL", &service.base_url)
        .env("AUTH_URL", &service.auth_url)
        .env("CLIENT_SECRET", SECRET)
        .env("EMAIL", EMAIL)
        .env("PASSWORD", PASSWORD)
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::null());
    let done = tokio::task::spawn_blocking(move || foreign::run(&mut command));
    done.await.expect("the client is content");
}
