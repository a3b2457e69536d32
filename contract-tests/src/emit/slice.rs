//! Selects the requests that a test must send to show a finding with items that it creates itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use hyper::header::{HeaderName, HeaderValue};
use url::Url;

use super::scenario::{Assertion, Call, Content, Scenario, Step};
use super::template::Templates;
use super::values::{Place, Source, Values, path_tokens, tokens};
use conformance_core::exchange::{Exchange, Host};
use conformance_core::resources::variables;
use conformance_engine::event::Found;
use conformance_engine::expectation::{Rule, Text};
use conformance_engine::guard::{Effect, SAFE};
use conformance_engine::session::Session;

/// A test with more requests would hide the fault.
const MOST: usize = 40;

/// The exchanges of a run.
pub(super) struct Traffic<'s> {
    session: &'s Session,
    /// All exchanges that tests may repeat, by number.
    exchanges: BTreeMap<u64, Arc<Exchange>>,
    values: Values,
    templates: Templates,
    /// When the run began to clean up, since its start.
    clean_up: Duration,
}

impl<'s> Traffic<'s> {
    /// Collects the exchanges that a run has kept, and the evidence of its findings.
    pub(super) fn of(session: &'s Session, evidence: &[Arc<Exchange>], clean_up: Duration) -> Self {
        let mut exchanges = BTreeMap::new();
        for exchange in session.trace().exchanges().iter().chain(evidence) {
            exchanges.insert(exchange.number, Arc::clone(exchange));
        }
        let all: Vec<Arc<Exchange>> = exchanges.values().cloned().collect();
        let values = Values::of(
            &all,
            |text| session.world.guard.ledger.has_created(text),
            |text| session.world.guard.is_example(text) || session.world.guard.is_given(text),
        );
        Self {
            session,
            exchanges,
            values,
            templates: Templates::of(session),
            clean_up,
        }
    }

    /// Returns the test of a finding.
    ///
    /// # Errors
    /// Returns the reason that a finding has no test.
    pub(super) fn scenario(&self, id: &str, found: &Found) -> Result<Scenario, String> {
        let fault = &found.fault;
        if fault.expectations.is_empty() || fault.no_test.is_some() {
            let usual = "what was expected is not a property of single answers";
            return Err(fault.no_test.unwrap_or(usual).to_owned());
        }
        let numbers: Vec<u64> = found.evidence.iter().map(|one| one.number).collect();
        if numbers.is_empty() {
            return Err("no exchange shows it".to_owned());
        }
        // Requests after the asserted responses are not needed.
        let end = fault.expectations.iter();
        let end = end
            .map(|one| one.exchange.unwrap_or(numbers.len() - 1))
            .max();
        let evidence = &found.evidence[..=end.unwrap_or(0).min(numbers.len() - 1)];
        let numbers = &numbers[..evidence.len()];
        let last = numbers.iter().max().copied().unwrap_or_default();
        let mut slice = Slice {
            traffic: self,
            numbers: BTreeSet::new(),
            kept: BTreeMap::new(),
        };
        for exchange in evidence {
            slice.add(exchange)?;
        }
        for expectation in &fault.expectations {
            let of = *numbers
                .get(expectation.exchange.unwrap_or(numbers.len() - 1))
                .ok_or("the evidence is not complete")?;
            let mut texts = Vec::new();
            expectation
                .rule
                .texts(&mut |text| texts.push(text.to_owned()));
            for text in texts {
                slice.follow(&text, of)?;
            }
        }
        let subjects = evidence.iter().flat_map(|one| path_tokens(&one.request));
        slice.add_changes(&subjects.collect(), last)?;
        slice.finish(id, found, numbers)
    }

    fn is_safe(exchange: &Exchange) -> bool {
        SAFE.contains(&exchange.request.method.as_str())
    }

    fn changed(exchange: &Exchange) -> bool {
        let is_answered = exchange.status().is_some_and(|status| status < 400);
        !Self::is_safe(exchange) && exchange.request.host == Host::Resource && is_answered
    }
}

/// The requests of one test.
struct Slice<'t, 's> {
    traffic: &'t Traffic<'s>,
    numbers: BTreeSet<u64>,
    /// Values that later requests use, by text.
    kept: BTreeMap<String, Source>,
}

impl Slice<'_, '_> {
    /// Adds a request, and those whose responses it needs.
    fn add(&mut self, exchange: &Arc<Exchange>) -> Result<(), String> {
        let mut waiting = vec![Arc::clone(exchange)];
        while let Some(exchange) = waiting.pop() {
            if !self.numbers.insert(exchange.number) {
                continue;
            }
            if self.numbers.len() > MOST {
                return Err(format!("it takes more than {MOST} requests to show it"));
            }
            for token in tokens(&exchange.request) {
                waiting.extend(self.source(&token, exchange.number));
            }
        }
        Ok(())
    }

    /// Follows a value that an assertion expects to its source.
    fn follow(&mut self, text: &str, number: u64) -> Result<(), String> {
        // A read is compared with an earlier read, unless the run has changed the item.
        let source = self.traffic.values.before(text, number);
        let from = source.and_then(|one| self.traffic.exchanges.get(&one.number));
        if from.is_none_or(|from| Traffic::is_safe(from)) {
            return Ok(());
        }
        match self.source(text, number) {
            Some(exchange) => self.add(&exchange),
            None => Ok(()),
        }
    }

    /// Returns the exchange that a value comes from.
    fn source(&mut self, text: &str, number: u64) -> Option<Arc<Exchange>> {
        let source = self.traffic.values.before(text, number)?;
        let exchange = self.traffic.exchanges.get(&source.number)?;
        self.kept.insert(text.to_owned(), source.clone());
        Some(Arc::clone(exchange))
    }

    /// Returns whether a request may have brought an item of the test into the state in the
    /// evidence. One that sets values counts only if the evidence names the item in a path; an
    /// action such as `publish` also counts if the evidence only refers to the item.
    fn matters(&self, exchange: &Exchange, subjects: &BTreeSet<String>) -> bool {
        let gives_values = matches!(exchange.request.method.as_str(), "PUT" | "PATCH");
        let is_own = |token: &String| {
            let source = self.kept.get(token);
            let from = source.and_then(|source| self.traffic.exchanges.get(&source.number));
            from.is_some_and(|from| Traffic::changed(from))
        };
        let mut own = path_tokens(&exchange.request).into_iter().filter(is_own);
        Traffic::changed(exchange) && own.any(|one| !gives_values || subjects.contains(&one))
    }

    /// Returns whether a form for the token host contains a value from an earlier response, such as
    /// the token that it revokes (RFC 7009 §2.1).
    fn is_about_own_token(&self, exchange: &Exchange) -> bool {
        let request = &exchange.request;
        let kind = request.header("content-type").unwrap_or_default();
        let is_form = kind.starts_with("application/x-www-form-urlencoded");
        let body = request.body.as_deref().filter(|_| is_form);
        let mut fields = url::form_urlencoded::parse(body.unwrap_or_default());
        request.host == Host::Token && fields.any(|(_, value)| self.kept.contains_key(&*value))
    }

    /// Adds the requests that brought the items into the state in the evidence.
    fn add_changes(&mut self, subjects: &BTreeSet<String>, last: u64) -> Result<(), String> {
        let before: Vec<Arc<Exchange>> = self
            .traffic
            .exchanges
            .range(..last)
            .map(|(_, one)| Arc::clone(one))
            .filter(|one| !Traffic::is_safe(one) && !self.numbers.contains(&one.number))
            .collect();
        for exchange in before {
            if self.matters(&exchange, subjects) || self.is_about_own_token(&exchange) {
                self.add(&exchange)?;
            }
        }
        Ok(())
    }

    fn finish(self, id: &str, found: &Found, numbers: &[u64]) -> Result<Scenario, String> {
        let session = self.traffic.session;
        let exchanges: Vec<&Arc<Exchange>> = self
            .numbers
            .iter()
            .map(|number| &self.traffic.exchanges[number])
            .collect();
        let names = answer_names(session, &exchanges);
        let mut templates = self.traffic.templates.clone();
        let mut keeps: BTreeMap<u64, Vec<(String, Place)>> = BTreeMap::new();
        for (text, source) in &self.kept {
            let at = exchanges.iter().position(|one| one.number == source.number);
            let Some(at) = at else { continue };
            let own = keeps.entry(source.number).or_default();
            let name = value_name(&names[at], &source.place, own);
            templates.value(text, &name);
            own.push((name, source.place.clone()));
        }
        self.make_fresh(&exchanges, &mut templates);
        let mut steps = Vec::new();
        for (at, exchange) in exchanges.iter().enumerate() {
            self.is_harmless(exchange)?;
            let prepares = !numbers.contains(&exchange.number);
            if prepares && exchange.request.host == Host::Resource && exchange.status().is_none() {
                return Err("a request that prepares it has no answer".to_owned());
            }
            let mut step = Step {
                name: names[at].clone(),
                call: call(session, exchange, &templates)?,
                prepares,
                keeps: keeps.remove(&exchange.number).unwrap_or_default(),
                ends: Vec::new(),
            };
            self.add_ends(exchange, &exchanges, &names[at], &mut step, &templates);
            steps.push(step);
        }
        let place = |index: usize| -> Result<usize, String> {
            let number = numbers.get(index).ok_or("the evidence is not complete")?;
            let mut all = exchanges.iter();
            let found = all.position(|one| one.number == *number);
            found.ok_or_else(|| "the evidence is not complete".to_owned())
        };
        let mut assertions = Vec::new();
        for expectation in &found.fault.expectations {
            let step = place(expectation.exchange.unwrap_or(numbers.len() - 1))?;
            let rule = written(&expectation.rule, &templates, &place)?;
            has_no_secret(session, &rule)?;
            assertions.push(Assertion { step, rule });
        }
        let clean = |text: &str| session.redactor.text(text);
        Ok(Scenario {
            id: id.to_owned(),
            check: found.check.id.to_owned(),
            requirement: found.check.requirement.to_owned(),
            title: clean(&found.fault.title),
            expected: clean(&found.fault.expected),
            steps,
            assertions,
        })
    }

    /// Replaces UUIDs that the run has made up with new ones in every run of the test.
    fn make_fresh(&self, exchanges: &[&Arc<Exchange>], templates: &mut Templates) {
        let mut fresh = BTreeSet::new();
        for exchange in exchanges {
            for token in tokens(&exchange.request) {
                let is_uuid = token.len() == 36 && uuid::Uuid::parse_str(&token).is_ok();
                let is_known = self.kept.contains_key(&token)
                    || self.traffic.session.world.guard.is_example(&token)
                    || self.traffic.session.world.guard.is_given(&token);
                if is_uuid && !is_known && fresh.insert(token.clone()) {
                    templates.value(&token, &format!("uuid:{}", fresh.len()));
                }
            }
        }
    }

    /// Checks that a request works only on what the test creates, as in the run.
    fn is_harmless(&self, exchange: &Exchange) -> Result<(), String> {
        let session = self.traffic.session;
        let Some(operation) = exchange
            .purpose
            .operation
            .filter(|_| !Traffic::is_safe(exchange))
        else {
            return Ok(());
        };
        let described = session.description.operation(operation);
        if session.host(described) == Host::Token || exchange.request.path().contains("/mcp") {
            return Ok(());
        }
        match Effect::of(&session.description, &session.world.resources, operation) {
            Effect::Reads | Effect::Creates(_) => Ok(()),
            Effect::Acts(why) => Err(format!("{} is sent on request only: {why}", described.id)),
            Effect::CreatesWithin(..) | Effect::Changes => {
                let path = path_tokens(&exchange.request);
                let template = described.path.split('/').skip(1);
                let mut own = template.zip(&path).filter(|(name, value)| {
                    name.starts_with('{') && !session.world.guard.is_given(value)
                });
                // The id belongs to an item that another part of the run has created, and the test
                // does not.
                let is_other = |value: &String| {
                    !self.kept.contains_key(value) && session.world.guard.ledger.has_created(value)
                };
                let Some(first) = own.next() else {
                    let names = variables(described).join(", ");
                    return Err(format!(
                        "{} changes what the test does not create (by {names})",
                        described.id
                    ));
                };
                if std::iter::once(first)
                    .chain(own)
                    .any(|(_, value)| is_other(value))
                {
                    return Err(format!(
                        "{} changes an item whose creation was not recorded",
                        described.id
                    ));
                }
                Ok(())
            }
        }
    }

    /// Adds the requests with which the run deleted the items of a step while cleaning up.
    fn add_ends(
        &self,
        exchange: &Arc<Exchange>,
        all: &[&Arc<Exchange>],
        name: &str,
        step: &mut Step,
        templates: &Templates,
    ) {
        if !Traffic::changed(exchange) {
            return;
        }
        let last = self.numbers.last().copied().unwrap_or_default();
        let later = self.traffic.exchanges.range(last + 1..);
        for (number, ending) in later {
            let is_end = ending.request.method == "DELETE" || ending.at >= self.traffic.clean_up;
            if !is_end || !Traffic::changed(ending) {
                continue;
            }
            let Some(own) = path_tokens(&ending.request).into_iter().find_map(|token| {
                let source = self.traffic.values.before(&token, *number)?;
                (source.number == exchange.number).then(|| (token, source.place.clone()))
            }) else {
                continue;
            };
            let mut templates = templates.clone();
            if !self.kept.contains_key(&own.0) {
                let kept = value_name(name, &own.1, &step.keeps);
                templates.value(&own.0, &kept);
                step.keeps.push((kept, own.1));
            }
            // The clean-up may have used another token of the same identity.
            for token in tokens(&ending.request) {
                let Some(source) = self.traffic.values.before(&token, *number) else {
                    continue;
                };
                let issued = &self.traffic.exchanges[&source.number].request;
                let same = all.iter().find(|one| {
                    one.request.host == Host::Token
                        && one.request.target == issued.target
                        && one.request.body == issued.body
                });
                let known = same.and_then(|one| {
                    let mut kept = self.kept.iter();
                    kept.find(|(_, kept)| kept.number == one.number && kept.place == source.place)
                });
                if let Some((text, _)) = known {
                    let placeholder = templates.write(text);
                    let inner = placeholder.trim_start_matches("${").trim_end_matches('}');
                    templates.value(&token, inner);
                }
            }
            if let Ok(call) = call(self.traffic.session, ending, &templates) {
                step.ends.push(call);
            }
            return;
        }
    }
}

/// Returns a request as a template.
fn call(session: &Session, exchange: &Exchange, templates: &Templates) -> Result<Call, String> {
    let request = &exchange.request;
    let address = session.address(request.host).unwrap_or_default();
    let whole = format!("{address}{}", request.target);
    if Url::parse(&whole).is_ok_and(|url| url.as_str() != whole) {
        return Err("a client of HTTP sends another target than this one".to_owned());
    }
    let mut headers = Vec::new();
    for (name, value) in &request.headers {
        let is_sent = HeaderName::from_bytes(name.as_bytes()).is_ok()
            && HeaderValue::from_bytes(value.as_bytes()).is_ok();
        if !is_sent {
            return Err(format!("a client of HTTP does not send this header {name}"));
        }
        headers.push((name.clone(), templates.write(value)));
    }
    let body = request
        .body
        .as_ref()
        .map(|body| match std::str::from_utf8(body) {
            Ok(text) => Content::Text(templates.write(text)),
            Err(_) => Content::Bytes(body.to_vec()),
        });
    let call = Call {
        host: request.host,
        method: request.method.clone(),
        target: templates.write(&request.target),
        headers,
        body,
    };
    let content = match &call.body {
        Some(Content::Text(text)) => text.clone(),
        Some(Content::Bytes(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        None => String::new(),
    };
    let values = call.headers.iter().map(|(_, value)| value);
    let has_secret = values
        .chain([&call.target, &content])
        .any(|text| session.redactor.finds_part(text));
    if has_secret {
        return Err("it takes a credential that only the run had".to_owned());
    }
    if content.len() > 64 * 1024 {
        return Err("the content of its request is too large for a test".to_owned());
    }
    Ok(call)
}

/// Returns a rule with templates instead of texts, and steps instead of exchanges.
fn written(
    rule: &Rule,
    templates: &Templates,
    place: &dyn Fn(usize) -> Result<usize, String>,
) -> Result<Rule, String> {
    let text = |text: &Text| match text {
        Text::Is(one) => Text::Is(templates.write(one)),
        Text::Contains(one) => Text::Contains(templates.write(one)),
        other => other.clone(),
    };
    let all = |rules: &[Rule]| -> Result<Vec<Rule>, String> {
        let rules = rules.iter();
        rules.map(|one| written(one, templates, place)).collect()
    };
    let looks_around = |text: &Text| {
        let marks = ["(?=", "(?!", "(?<=", "(?<!"];
        matches!(text, Text::Matches(one) if marks.iter().any(|mark| one.contains(mark)))
    };
    Ok(match rule {
        Rule::Header(_, value) | Rule::Body(value) if looks_around(value) => {
            return Err("its pattern looks around, which the crate regex does not do".to_owned());
        }
        Rule::Header(name, value) => Rule::Header(name.clone(), text(value)),
        Rule::Body(value) => Rule::Body(text(value)),
        Rule::Redirects(name, value) => Rule::Redirects(name.clone(), templates.write(value)),
        Rule::Json(schema) => {
            let text = templates.write(&schema.to_string());
            Rule::Json(serde_json::Value::String(text))
        }
        Rule::Jwt(part, schema) => {
            let text = templates.write(&schema.to_string());
            Rule::Jwt(*part, serde_json::Value::String(text))
        }
        Rule::Of(other, rule) => {
            let rule = written(rule, templates, place)?;
            Rule::Of(place(*other)?, Box::new(rule))
        }
        Rule::Same(other, part) => Rule::Same(place(*other)?, part.clone()),
        Rule::Not(rule) => Rule::Not(Box::new(written(rule, templates, place)?)),
        Rule::All(rules) => Rule::All(all(rules)?),
        Rule::Any(rules) => Rule::Any(all(rules)?),
        Rule::Answered | Rule::Status(_) | Rule::Date(_) => rule.clone(),
    })
}

fn has_no_secret(session: &Session, rule: &Rule) -> Result<(), String> {
    let mut found = false;
    rule.texts(&mut |text| found |= session.redactor.finds_part(text));
    if found {
        return Err("what was expected has a credential in it that only the run had".to_owned());
    }
    Ok(())
}

/// Returns names for the responses, from their operations, or from method and path.
fn answer_names(session: &Session, exchanges: &[&Arc<Exchange>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for exchange in exchanges {
        let request = &exchange.request;
        let operation = exchange.purpose.operation;
        let name = operation.map_or_else(
            || {
                let last = request.path().rsplit('/').find(|one| !one.is_empty());
                format!("{} {}", request.method, last.unwrap_or("root"))
            },
            |id| session.description.operation(id).id.clone(),
        );
        let name = super::names::snake(&session.redactor.text(&name));
        names.push(super::names::unique(&name, &names));
    }
    names
}

/// Returns a name for a value of a response.
fn value_name(answer: &str, place: &Place, taken: &[(String, Place)]) -> String {
    let own = match place {
        Place::Json(pointer) => pointer.clone(),
        Place::Header(name) | Place::Query(name) | Place::Input(name) | Place::Cookie(name) => {
            name.clone()
        }
        Place::Segment(at) => format!("location {at}"),
    };
    let taken: Vec<String> = taken.iter().map(|(name, _)| name.clone()).collect();
    super::names::unique(&super::names::snake(&format!("{answer} {own}")), &taken)
}
