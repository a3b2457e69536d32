//! Shell commands that call operations of this sandbox. Credentials come from the exported
//! variables.

use std::fmt::Write as _;

use yaml_serde::Value;

use super::document::{at, pretty, scalar, text};

/// A call of an operation.
pub(super) struct Call<'d> {
    pub(super) method: &'d str,
    pub(super) address: &'d str,
    pub(super) path: &'d str,
    /// The address of the resource host, for which tokens are issued.
    pub(super) resource: &'d str,
    pub(super) parameters: &'d [&'d Value],
    /// The name of the variable with the credential, and the scheme.
    pub(super) credential: Option<(&'static str, &'static str)>,
    pub(super) body: Option<(&'d str, &'d Value)>,
}

impl Call<'_> {
    /// Returns the command.
    pub(super) fn command(&self) -> String {
        let mut command = String::from("curl");
        if !matches!(self.method, "GET" | "POST") || (self.method == "POST" && self.body.is_none())
        {
            let _ = write!(command, " -X {}", self.method);
        }
        let _ = write!(command, " {}", quoted(&self.url()));
        if let Some((scheme, variable)) = self.credential {
            let _ = write!(command, " \\\n  -H \"Authorization: {scheme} ${variable}\"");
        }
        match self.body {
            Some(("application/x-www-form-urlencoded", example)) => {
                self.form(&mut command, example);
            }
            Some((media_type, example)) => {
                let _ = write!(
                    command,
                    " \\\n  -H {}",
                    quoted(&format!("Content-Type: {media_type}"))
                );
                let _ = write!(command, " \\\n  -d {}", quoted(&pretty(example)));
            }
            None => {}
        }
        command
    }

    fn url(&self) -> String {
        let mut path = self.path.to_owned();
        let mut separator = '?';
        for parameter in self.parameters {
            let name = text(parameter, "name");
            let value = at(parameter, "example");
            let value = match value {
                Value::Null => name.to_owned(),
                value => scalar(value),
            };
            match text(parameter, "in") {
                "path" => path = path.replace(&format!("{{{name}}}"), &value),
                "query" if super::document::is(parameter, "required") => {
                    let _ = write!(path, "{separator}{name}={value}");
                    separator = '&';
                }
                _ => {}
            }
        }
        format!("{}{path}", self.address)
    }

    /// Values that belong to the caller come from environment variables.
    fn form(&self, command: &mut String, example: &Value) {
        let members = example
            .as_mapping()
            .into_iter()
            .flat_map(yaml_serde::Mapping::iter);
        for (name, value) in members {
            let name = scalar(name);
            let argument = match name.as_str() {
                "client_id" => "\"client_id=$MARKETPLACE_CLIENT_ID\"".to_owned(),
                "client_secret" => "\"client_secret=$MARKETPLACE_CLIENT_SECRET\"".to_owned(),
                "resource" => quoted(&format!("resource={}", self.resource)),
                _ => quoted(&format!("{name}={}", scalar(value))),
            };
            let _ = write!(command, " \\\n  --data-urlencode {argument}");
        }
    }
}

/// Returns a word of a POSIX shell, quoted if necessary.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:=".contains(&byte);
    if word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
