//! How a deployment is reached: proxies, TLS, names, extra header fields, and the request rate.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use url::Url;

use crate::credentials::Secret;

/// How a deployment is reached.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// Header fields that are added to every request that does not have them.
    pub headers: Vec<Header>,
    /// A file of certificates (PEM) that are trusted in addition to those of this machine.
    pub ca: Option<PathBuf>,
    /// The client's certificate and its private key (PEM), for servers that require one.
    pub client: Option<(PathBuf, PathBuf)>,
    /// The proxy; by default, the one in the environment.
    pub proxy: Option<Url>,
    /// Addresses of hosts that replace those from DNS.
    pub resolve: Vec<Resolve>,
    /// The request rate.
    pub rate: Rate,
    /// How long the run waits for the deployment to respond before it begins.
    pub wait: Duration,
}

impl Reach {
    /// Returns the fields of [`Self::headers`] that a request does not have yet.
    pub fn missing(&self, has: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, String)> {
        let missing = self.headers.iter().filter(move |one| !has(&one.name));
        missing.map(|one| (one.name.clone(), one.value.reveal().to_owned()))
    }

    /// Returns the configured address of a host and port.
    #[must_use]
    pub fn address(&self, host: &str, port: u16) -> Option<IpAddr> {
        let is = |one: &&Resolve| one.host.eq_ignore_ascii_case(host) && one.port == port;
        self.resolve.iter().find(is).map(|one| one.address)
    }
}

/// A header field that every request has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its name, in lower case.
    pub name: String,
    /// The value of the header field.
    pub value: Secret,
    /// Whether the value is kept out of reports.
    pub is_secret: bool,
}

/// Parts of field names whose values are secrets.
const SECRET: [&str; 6] = ["auth", "cookie", "credential", "key", "secret", "token"];

impl Header {
    /// Parses `NAME: VALUE`. The value `env:VARIABLE` is replaced by that environment variable,
    /// which `read` looks up.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or the variable is not set.
    pub fn parse(text: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let (name, value) = text
            .split_once(':')
            .ok_or_else(|| format!("`{text}` is not of the form NAME: VALUE"))?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let is_name = hyper::header::HeaderName::from_bytes(name.as_bytes()).is_ok();
        if !is_name {
            return Err(format!("`{name}` is not the name of a header field"));
        }
        let variable = value.strip_prefix("env:");
        let value = match variable {
            None => value.to_owned(),
            Some(variable) => read(variable).ok_or_else(|| {
                format!("the header {name} needs the variable {variable}, which is not set")
            })?,
        };
        if hyper::header::HeaderValue::from_str(&value).is_err() {
            return Err(format!("the value of the header {name} cannot be sent"));
        }
        let is_secret = variable.is_some() || SECRET.iter().any(|part| name.contains(part));
        Ok(Self {
            name,
            value: Secret::new(value),
            is_secret,
        })
    }
}

/// The address to use for a host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolve {
    /// The name of the host, in lower case.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The address to connect to.
    pub address: IpAddr,
}

impl FromStr for Resolve {
    type Err = String;

    /// Parses `HOST:PORT:ADDRESS`, the format of curl.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is not of the form HOST:PORT:ADDRESS");
        let mut parts = text.splitn(3, ':');
        let (host, port, address) = match (parts.next(), parts.next(), parts.next()) {
            (Some(host), Some(port), Some(address)) if !host.is_empty() => (host, port, address),
            _ => return Err(wrong()),
        };
        let address = address.trim_start_matches('[').trim_end_matches(']');
        Ok(Self {
            host: host.to_ascii_lowercase(),
            port: port.parse().map_err(|_| wrong())?,
            address: address.parse().map_err(|_| wrong())?,
        })
    }
}

/// The rate at which requests are sent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Rate {
    /// As fast as responses arrive.
    #[default]
    Unlimited,
    /// One request in each of these intervals.
    Every(Duration),
    /// As fast as the deployment allows without responding 429.
    Auto,
}

impl FromStr for Rate {
    type Err = String;

    /// Parses `10/s`, `90/m` or `auto`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let wrong = || format!("`{text}` is not of the form 10/s, 90/m or auto");
        let (number, unit) = text.split_once('/').ok_or_else(wrong)?;
        let seconds = match unit {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let interval = Duration::try_from_secs_f64(seconds / number).map_err(|_| wrong())?;
        if interval.is_zero() || interval > Duration::from_hours(1) {
            return Err(wrong());
        }
        Ok(Self::Every(interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_numbers_in_a_time() {
        let every = |milliseconds| Ok(Rate::Every(Duration::from_millis(milliseconds)));
        let cases = [
            ("10/s", 100),
            ("0.5/s", 2_000),
            ("120/m", 500),
            ("3600/h", 1_000),
        ];
        for (text, milliseconds) in cases {
            assert_eq!(text.parse::<Rate>(), every(milliseconds), "{text}");
        }
        assert_eq!("auto".parse(), Ok(Rate::Auto));
        for text in ["", "10", "0/s", "-1/s", "x/s", "1/d", "inf/s", "NaN/s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }

    #[test]
    fn addresses_are_of_a_host_and_a_port() {
        let is = |text: &str, host: &str, port: u16, address: &str| {
            let parsed: Resolve = text.parse().expect(text);
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(
                (&*parsed.host, parsed.port, parsed.address),
                (host, port, address)
            );
        };
        is("API.test:443:127.0.0.1", "api.test", 443, "127.0.0.1");
        is("api.test:8443:[::1]", "api.test", 8443, "::1");
        is("api.test:8443:::1", "api.test", 8443, "::1");
        for text in [
            "",
            "api.test",
            "api.test:443",
            ":443:::1",
            "a:x:::1",
            "a:1:b",
        ] {
            assert!(text.parse::<Resolve>().is_err(), "{text}");
        }
    }

    #[test]
    fn values_of_headers_may_be_variables() {
        let read = |name: &str| (name == "FRONT").then(|| "opens".to_owned());
        let parse = |text: &str| Header::parse(text, &read);
        let plain = parse("X-Team: payments").expect("a header");
        assert_eq!((&*plain.name, plain.value.reveal()), ("x-team", "payments"));
        assert!(!plain.is_secret);
        let hidden = parse("x-front: env:FRONT").expect("a header");
        assert_eq!((hidden.value.reveal(), hidden.is_secret), ("opens", true));
        assert!(parse("X-Api-Key: 1").is_ok_and(|one| one.is_secret));
        for text in ["X-Team", ": x", "a b: c", "x: a\nb", "x: env:MISSING"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
