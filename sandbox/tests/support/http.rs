//! A plain HTTP client, and a browser that fills in forms.

use std::collections::HashMap;

use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Client, RequestBuilder, redirect};
use serde_json::Value;
use url::{Url, form_urlencoded};

/// A response, read in full.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }

    /// Returns a text member of the body.
    pub fn text(&self, name: &str) -> String {
        let body = self.json();
        body[name]
            .as_str()
            .unwrap_or_else(|| panic!("no {name}: {body}"))
            .to_owned()
    }

    pub fn header(&self, name: impl reqwest::header::AsHeaderName) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// Returns the parameters of the redirect address.
    pub fn parameters(&self) -> HashMap<String, String> {
        let location = Url::parse(self.header(LOCATION)).expect("an absolute Location");
        location.query_pairs().into_owned().collect()
    }

    /// Asserts an error of RFC 6749 §5.2, which must not be cached.
    #[track_caller]
    pub fn is_error(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status, &*self.text("error")),
            (status, code),
            "{}",
            self.body
        );
        assert_eq!(self.header("cache-control"), "no-store");
        assert_eq!(self.header("content-type"), "application/json");
        assert_eq!(status == 401, self.headers.contains_key("www-authenticate"));
    }
}

pub fn http() -> Client {
    let client = Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy();
    client.build().expect("a client")
}

pub async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Answer {
        status,
        headers,
        body: response.text().await.expect("a body"),
    }
}

pub async fn get(url: &str) -> Answer {
    send(http().get(url)).await
}

pub async fn get_with(url: &str, token: &str) -> Answer {
    send(http().get(url).bearer_auth(token)).await
}

pub async fn post(url: &str, fields: &[(&str, &str)]) -> Answer {
    send(form(http().post(url), fields)).await
}

pub fn form(request: RequestBuilder, fields: &[(&str, &str)]) -> RequestBuilder {
    request
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(encode(fields))
}

pub fn encode(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

/// A browser, which keeps the cookie and the token of the last form.
#[derive(Debug, Default)]
pub struct Browser {
    pub cookie: Option<String>,
    pub form_token: Option<String>,
}

impl Browser {
    pub async fn open(&mut self, url: &str) -> Answer {
        let answer = send(self.dressed(http().get(url))).await;
        self.learn(&answer);
        answer
    }

    /// Submits the form of the last page, and follows a redirect within the page.
    pub async fn submit(&mut self, url: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.form_token.clone().unwrap_or_default();
        let fields: Vec<_> = fields
            .iter()
            .copied()
            .chain([("form_token", &*token)])
            .collect();
        let answer = send(form(self.dressed(http().post(url)), &fields)).await;
        self.learn(&answer);
        if answer.status == 303 && answer.header(LOCATION).starts_with('?') {
            return self.open(url).await;
        }
        answer
    }

    pub async fn sign_in(&mut self, url: &str, email: &str, password: &str) -> Answer {
        self.open(url).await;
        let fields = [
            ("action", "sign-in"),
            ("email", email),
            ("password", password),
        ];
        self.submit(url, &fields).await
    }

    fn dressed(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    fn learn(&mut self, answer: &Answer) {
        if let Some(cookie) = answer
            .header(SET_COOKIE)
            .split(';')
            .next()
            .filter(|it| !it.is_empty())
        {
            self.cookie = Some(cookie.to_owned());
        }
        let marker = "name=\"form_token\" value=\"";
        if let Some((_, rest)) = answer.body.split_once(marker) {
            self.form_token = rest.split('"').next().map(ToOwned::to_owned);
        }
    }
}
