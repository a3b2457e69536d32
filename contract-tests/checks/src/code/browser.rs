//! A minimal browser: it keeps cookies, sends forms, and follows redirects within the deployment.

use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

use super::html::{Form, forms};
use crate::published::local_target;
use conformance_core::exchange::{Exchange, Host};
use conformance_engine::session::{Answer, Session, Stop};

/// The maximum number of redirects that are followed from one request.
const REDIRECTS: usize = 5;

/// The end of a chain of redirects.
#[derive(Debug)]
pub enum Arrived {
    /// A page.
    Page(Answer),
    /// The redirect URI, with its parameters.
    Client(String),
}

/// A browser.
#[derive(Debug)]
pub struct Browser<'s> {
    session: &'s Session,
    cookies: BTreeMap<String, String>,
    address: Url,
    redirect_uri: String,
    /// The exchanges, in order.
    pub exchanges: Vec<Arc<Exchange>>,
}

impl<'s> Browser<'s> {
    /// Returns a browser that stops at a redirect URI.
    ///
    /// # Errors
    /// Returns an error if there is no token host.
    pub fn new(session: &'s Session, redirect_uri: &str) -> Result<Self, Stop> {
        let address = session.address(Host::Token).unwrap_or_default();
        let address = Url::parse(address)
            .map_err(|_| Stop::Skip("the address of the token host is not known".to_owned()))?;
        Ok(Self {
            session,
            cookies: BTreeMap::new(),
            address,
            redirect_uri: redirect_uri.to_owned(),
            exchanges: Vec::new(),
        })
    }

    /// Opens an address of the deployment.
    ///
    /// # Errors
    /// Returns an error if it is on another host, or there is no response.
    pub async fn open(&mut self, address: &str) -> Result<Arrived, Stop> {
        let answer = self.request("GET", address, None).await?;
        self.follow(answer).await
    }

    /// Sends a form with values for its fields.
    ///
    /// # Errors
    /// Returns an error if it leads to another host, or there is no response.
    pub async fn submit(
        &mut self,
        form: &Form,
        fields: &[(String, String)],
    ) -> Result<Arrived, Stop> {
        if !form.is_post {
            return Err(Stop::Undecided(
                "a form of the sign-in is sent by GET".to_owned(),
            ));
        }
        let action = self.joined(&form.action)?;
        let answer = self.request("POST", &action, Some(fields)).await?;
        self.follow(answer).await
    }

    /// Returns the forms of a page.
    #[must_use]
    pub fn forms(page: &Answer) -> Vec<Form> {
        forms(&String::from_utf8_lossy(&page.body))
    }

    fn joined(&self, reference: &str) -> Result<String, Stop> {
        let joined = match reference {
            "" => Ok(self.address.clone()),
            reference => self.address.join(reference),
        };
        let joined = joined.map(String::from);
        joined
            .map_err(|_| Stop::Undecided("the sign-in redirects to an invalid address".to_owned()))
    }

    async fn request(
        &mut self,
        method: &str,
        address: &str,
        form: Option<&[(String, String)]>,
    ) -> Result<Answer, Stop> {
        // The password is not sent to any other host, and nothing is fetched from one.
        let Some((host, target)) = local_target(self.session, address) else {
            return Err(Stop::Undecided(
                "the sign-in redirects to another host".to_owned(),
            ));
        };
        let mut builder = self.session.raw(host, method, &target);
        builder = builder.header("accept", "text/html, */*;q=0.5");
        if !self.cookies.is_empty() {
            let pairs = self.cookies.iter();
            let pairs: Vec<String> = pairs
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            builder = builder.header("cookie", pairs.join("; "));
        }
        if let Some(fields) = form {
            self.session.world.guard.permit_form(host, &target);
            let fields: Vec<(&str, &str)> = fields
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect();
            builder = builder.form(&fields);
        }
        let answer = builder.send().await?;
        if let Ok(url) = Url::parse(address) {
            self.address = url;
        }
        self.keep_cookies(&answer);
        self.exchanges.push(Arc::clone(answer.exchange()));
        Ok(answer)
    }

    /// Cookies are shared between both hosts of a run; their attributes are ignored.
    fn keep_cookies(&mut self, answer: &Answer) {
        let fields = answer.headers.get_all("set-cookie").iter();
        for text in fields.filter_map(|value| value.to_str().ok()).take(20) {
            let pair = text.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                self.session.redactor.learn(value.trim());
                self.cookies
                    .insert(name.trim().to_owned(), value.trim().to_owned());
            }
        }
    }

    async fn follow(&mut self, mut answer: Answer) -> Result<Arrived, Stop> {
        for _ in 0..=REDIRECTS {
            let location = answer.header("location").map(str::to_owned);
            let Some(location) = location.filter(|_| answer.status / 100 == 3) else {
                return Ok(Arrived::Page(answer));
            };
            let next = self.joined(&location)?;
            if leads_to(&location, &self.redirect_uri) {
                return Ok(Arrived::Client(location));
            }
            answer = self.request("GET", &next, None).await?;
        }
        Err(Stop::Undecided(
            "the sign-in redirects in a loop".to_owned(),
        ))
    }
}

/// Returns whether an address is a redirect URI with further parameters.
fn leads_to(address: &str, redirect_uri: &str) -> bool {
    address
        .strip_prefix(redirect_uri)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['?', '&', '#']))
}
