//! Access tokens that a command prints, such as a cloud's command-line tool.

use std::process::Stdio;
use std::time::Duration;

use conformance_core::jose::Jws;
use serde_json::Value;
use tokio::process::Command;

use super::{Session, Stop};
use crate::credentials::Secret;

/// How long a command may take.
const LONGEST: Duration = Duration::from_mins(2);

impl Session {
    /// Returns the token that a command prints, and its lifetime if that is known.
    ///
    /// # Errors
    /// Returns an error if the command fails, or prints no token.
    pub(super) async fn printed_token(
        &self,
        command: &str,
    ) -> Result<(Secret, Option<Duration>), Stop> {
        let failed = |why: String| Stop::Undecided(format!("the token command {why}"));
        let run = shell(command)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .kill_on_drop(true)
            .output();
        let output = tokio::time::timeout(LONGEST, run)
            .await
            .map_err(|_| failed(format!("takes longer than {} s", LONGEST.as_secs())))?
            .map_err(|error| failed(format!("does not start: {error}")))?;
        if !output.status.success() {
            return Err(failed(format!("fails: {}", output.status)));
        }
        let (token, life) = token(&String::from_utf8_lossy(&output.stdout))
            .ok_or_else(|| failed("prints no token".to_owned()))?;
        self.redactor.learn(&token);
        Ok((Secret::new(token), life))
    }
}

fn shell(command: &str) -> Command {
    let (program, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(command);
    shell
}

/// Parses a token: the text itself, or `access_token` of JSON (RFC 6749 §5.1). Its lifetime is
/// `expires_in`, or the time until `exp` of a JWT (RFC 7519 §4.1.4).
fn token(text: &str) -> Option<(String, Option<Duration>)> {
    let text = text.trim();
    let json: Option<Value> = serde_json::from_str(text).ok().filter(Value::is_object);
    let (token, life) = match &json {
        Some(json) => (json["access_token"].as_str()?, json["expires_in"].as_u64()),
        None => (text, None),
    };
    let is_token = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    let life = life.or_else(|| {
        let end = Jws::parse(token)?.seconds("exp")?;
        u64::try_from(end.saturating_sub(jiff::Timestamp::now().as_second())).ok()
    });
    is_token.then(|| (token.to_owned(), life.map(Duration::from_secs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_plain_or_in_json() {
        let life = |seconds| Some(Duration::from_secs(seconds));
        let cases = [
            ("abc\n", Some(("abc", None))),
            (
                r#"{"access_token":"abc","expires_in":60}"#,
                Some(("abc", life(60))),
            ),
            (r#"{"access_token":"abc"}"#, Some(("abc", None))),
            ("", None),
            ("not a token", None),
            (r#"{"token":"abc"}"#, None),
        ];
        for (text, wanted) in cases {
            let wanted = wanted.map(|(token, life): (&str, _)| (token.to_owned(), life));
            assert_eq!(token(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_jwt_says_when_it_ends() {
        use base64::Engine as _;
        let part = |text: &str| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text);
        let end = jiff::Timestamp::now().as_second() + 3600;
        let jwt = [
            part(r#"{"alg":"none"}"#),
            part(&format!(r#"{{"exp":{end}}}"#)),
            part("x"),
        ];
        let (_, life) = token(&jwt.join(".")).expect("a token");
        let seconds = life.expect("a life").as_secs();
        assert!((3_500..=3_600).contains(&seconds), "{seconds}");
    }
}
