//! Parses challenges in `WWW-Authenticate` (RFC 9110 §11.6.1).

use conformance_core::exchange::Response;

/// Returns the grammar as a regular expression: at least one challenge, and nothing else.
#[must_use]
pub fn grammar() -> String {
    let token = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    let token68 = "[-._~+/0-9A-Za-z]+=*";
    let parameter = format!(r#"{token}[ \t]*=[ \t]*({token}|"([^"\\]|\\.)*")"#);
    let challenge = format!(r"{token}([ \t]+({token68}|{parameter}))?");
    format!(r"^[ \t,]*{challenge}([ \t]*,[ \t,]*({challenge}|{parameter}))*[ \t,]*$")
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Challenge {
    /// The scheme, in lower case.
    pub scheme: String,
    /// The parameters in their order: names in lower case, values without quotes and escapes.
    pub parameters: Vec<(String, String)>,
    /// A token68 after the scheme instead of parameters (RFC 9110 §11.2).
    pub token68: Option<String>,
}

impl Challenge {
    /// Returns the value of a parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut all = self.parameters.iter();
        all.find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Returns all challenges of a response; empty if it has no `WWW-Authenticate`.
///
/// # Errors
/// Returns what is wrong, if a field violates the grammar.
pub fn challenges(response: &Response) -> Result<Vec<Challenge>, String> {
    let mut all = Vec::new();
    for value in response.headers.get_all("www-authenticate") {
        let text = value
            .to_str()
            .map_err(|_| "characters outside of visible ASCII".to_owned())?;
        all.extend(parse(text)?);
    }
    Ok(all)
}

/// Returns the challenges with the scheme Bearer; empty if the field cannot be parsed.
#[must_use]
pub fn bearer_challenges(response: &Response) -> Vec<Challenge> {
    let mut all = challenges(response).unwrap_or_default();
    all.retain(|one| one.scheme == "bearer");
    all
}

/// Parses the value of one field.
///
/// A comma ends a parameter or a challenge. It is followed by a parameter if a token and `=` come
/// next, and by a challenge if a token comes alone or before a space.
fn parse(text: &str) -> Result<Vec<Challenge>, String> {
    let mut reader = Reader { rest: text };
    let mut all: Vec<Challenge> = Vec::new();
    loop {
        // Empty elements of a list are ignored (RFC 9110 §5.6.1.2).
        while reader.space() || reader.skip_char(',') {}
        if reader.rest.is_empty() {
            return Ok(all);
        }
        let token = reader.token()?;
        let spaced = reader.space();
        if let Some(value) = reader.value_of_parameter()? {
            let Some(last) = all.last_mut().filter(|last| last.token68.is_none()) else {
                return Err(format!("the parameter {token} stands before any scheme"));
            };
            last.parameters.push((token.to_ascii_lowercase(), value));
        } else {
            let mut challenge = Challenge {
                scheme: token.to_ascii_lowercase(),
                ..Challenge::default()
            };
            if spaced {
                reader.start_of(&mut challenge)?;
            }
            all.push(challenge);
        }
        reader.space();
        if !reader.rest.is_empty() && !reader.rest.starts_with(',') {
            return Err(format!("a comma is missing before `{}`", reader.rest));
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn skip_char(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn space(&mut self) -> bool {
        let rest = self.rest.trim_start_matches([' ', '\t']);
        let was = rest.len() < self.rest.len();
        self.rest = rest;
        was
    }

    fn token(&mut self) -> Result<&'t str, String> {
        let end = self.rest.find(|c: char| !is_token(c));
        let (token, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if token.is_empty() {
            return Err(format!("a token is missing before `{}`", self.rest));
        }
        self.rest = rest;
        Ok(token)
    }

    /// Parses a parameter value, if `=` comes next.
    fn value_of_parameter(&mut self) -> Result<Option<String>, String> {
        if !self.skip_char('=') {
            return Ok(None);
        }
        self.space();
        if self.skip_char('"') {
            return self.quoted().map(Some);
        }
        self.token().map(|token| Some(token.to_owned()))
    }

    fn quoted(&mut self) -> Result<String, String> {
        let mut value = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(value);
                }
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                other => value.push(other),
            }
        }
        Err("a quoted string does not end".to_owned())
    }

    /// Parses what follows a scheme and a space: a first parameter, a token68, or nothing.
    fn start_of(&mut self, challenge: &mut Challenge) -> Result<(), String> {
        if self.rest.is_empty() || self.rest.starts_with(',') {
            return Ok(());
        }
        let end = self.rest.find([',', ' ', '\t']).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let is_last = matches!(
            self.rest[end..]
                .trim_start_matches([' ', '\t'])
                .chars()
                .next(),
            None | Some(',')
        );
        if is_last && is_token68(word) {
            challenge.token68 = Some(word.to_owned());
            self.rest = &self.rest[end..];
            return Ok(());
        }
        let name = self.token()?;
        self.space();
        match self.value_of_parameter()? {
            Some(value) => {
                challenge
                    .parameters
                    .push((name.to_ascii_lowercase(), value));
                Ok(())
            }
            None => Err(format!("the parameter {name} has no value")),
        }
    }
}

/// Returns whether a character is allowed in a token (RFC 9110 §5.6.2).
fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

/// Returns whether a word is a token68 (RFC 9110 §11.2): letters, digits and `-._~+/`, then any
/// number of `=`.
fn is_token68(word: &str) -> bool {
    let body = word.trim_end_matches('=');
    !body.is_empty()
        && body
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._~+/".contains(c))
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Returns the challenges as one text: `scheme[token68] name=value …; …`.
    fn shown(text: &str) -> String {
        let Ok(all) = parse(text) else {
            return "error".to_owned();
        };
        let shown = all.iter().map(|one| {
            let mut words = vec![one.scheme.clone()];
            words.extend(one.token68.iter().map(|token| format!("[{token}]")));
            let parameters = one.parameters.iter();
            words.extend(parameters.map(|(name, value)| format!("{name}={value}")));
            words.join(" ")
        });
        shown.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn reads_the_grammar() {
        let cases = [
            ("Bearer", "bearer"),
            ("Bearer realm=\"a, b\"", "bearer realm=a, b"),
            ("Basic realm=x, Bearer", "basic realm=x; bearer"),
            (
                "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
                "newauth realm=apps type=1 title=Login to \"apps\"; basic realm=simple",
            ),
            ("Negotiate YWJj==, Key", "negotiate [YWJj==]; key"),
            ("Negotiate abc", "negotiate [abc]"),
            ("Bearer error = \"x\" , scope=y", "bearer error=x scope=y"),
            (", ,Bearer realm=a,,Key", "bearer realm=a; key"),
            ("", ""),
            ("Bearer realm=\"open", "error"),
            ("realm=x", "error"),
            ("Bearer realm=a error=b", "error"),
            ("Bearer realm=", "bearer [realm=]"),
            ("Bearer \"x\"", "error"),
        ];
        let grammar = fancy_regex::Regex::new(&super::grammar()).expect("a regular expression");
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text}");
            let is_there = expected != "error" && !expected.is_empty();
            assert_eq!(grammar.is_match(text).ok(), Some(is_there), "{text}");
        }
    }
}
