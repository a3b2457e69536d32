//! Writes tests as Rust. They are built as syntax trees, so that text from a description or a
//! response can only become a literal or a comment.

use std::str::FromStr as _;

use anyhow::{Context as _, Result};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::condition::condition;
use super::scenario::{Assertion, Call, Content, Scenario, Step};
use super::values::Place;
use conformance_core::exchange::Host;
use conformance_engine::expectation::Rule;

/// Returns the file of a test.
///
/// # Errors
/// Returns an error if the result is not valid Rust, which is a bug in this module.
pub(super) fn file(scenario: &Scenario) -> Result<String> {
    let about = [
        format!(
            " `{}` ({}): {}",
            scenario.check, scenario.requirement, scenario.title
        ),
        String::new(),
        format!(" Expected: {}", scenario.expected),
    ];
    let about = about.iter().map(|line| comment(line));
    let name = ident(&super::module(scenario));
    let steps = scenario.steps.iter().enumerate().map(|(at, step)| {
        let own = scenario
            .assertions
            .iter()
            .filter(|one| known_after(one) == at);
        let assertions: Vec<TokenStream> = own.map(|one| assertion(scenario, one)).collect();
        self::step(scenario, at, step, &assertions)
    });
    let uses = uses(scenario);
    let changes = |step: &Step| !step.keeps.is_empty() || !step.ends.is_empty();
    let mutable = scenario.steps.iter().any(changes).then(|| quote!(mut));
    let tokens = quote! {
        #(#![doc = #about])*

        #uses

        #[test]
        fn #name() {
            let #mutable run = Run::start();
            #(#steps)*
        }
    };
    let file = syn::parse2(tokens).context("an emitted test is not Rust")?;
    Ok(prettyplease::unparse(&file))
}

/// Returns the file that all tests are modules of.
///
/// # Errors
/// Returns an error if the result is not valid Rust, which is a bug in this module.
pub(super) fn main(modules: &[String]) -> Result<String> {
    let modules = modules.iter().map(|name| {
        let name = ident(name);
        quote!(mod #name;)
    });
    let about = [
        " Findings of `conformance` as tests: each fails on a deployment that has the fault.",
        "",
        " `support.rs` says which environment variables name the deployment and its credentials.",
        " These libraries are needed:",
        "",
        " ```toml",
        " [dev-dependencies]",
    ];
    let libraries = super::LIBRARIES.lines().map(|line| format!(" {line}"));
    let about = about.iter().map(|line| (*line).to_owned());
    let about: Vec<Literal> = about
        .chain(libraries)
        .chain([" ```".to_owned()])
        .map(|line| comment(&line))
        .collect();
    let tokens = quote! {
        #(#![doc = #about])*

        mod support;

        #(#modules)*
    };
    let file = syn::parse2(tokens).context("the list of emitted tests is not Rust")?;
    Ok(prettyplease::unparse(&file))
}

fn uses(scenario: &Scenario) -> TokenStream {
    let calls = || {
        let steps = scenario.steps.iter();
        steps.flat_map(|step| std::iter::once(&step.call).chain(&step.ends))
    };
    let mut names = vec![ident("Run")];
    if calls().any(|call| call.host == Host::Resource) {
        names.push(ident("resource"));
    }
    if calls().any(|call| call.host == Host::Token) {
        names.push(ident("token"));
    }
    quote!(use crate::support::{#(#names),*};)
}

fn step(scenario: &Scenario, at: usize, step: &Step, assertions: &[TokenStream]) -> TokenStream {
    let name = ident(&step.name);
    let request = call(&step.call);
    let send = if step.prepares {
        quote!(prepare)
    } else {
        quote!(send)
    };
    let is_read = !step.keeps.is_empty() || is_compared(scenario, at);
    let binding = is_read.then(|| quote!(let #name =));
    // The creation in the evidence may be refused, as it should have been.
    let keep = if step.prepares {
        quote!(keep)
    } else {
        quote!(keep_if_there)
    };
    let keeps = step.keeps.iter().map(|(kept, place)| {
        let kept = literal(kept);
        let value = value(&name, place);
        quote!(run.#keep(#kept, #value);)
    });
    let ends = step.ends.iter().map(call);
    quote! {
        #binding run.#send(&#request);
        #(#keeps)*
        #(run.at_end(#ends);)*
        #(#assertions)*
    }
}

/// Returns whether an assertion reads the response of a step.
fn is_compared(scenario: &Scenario, at: usize) -> bool {
    scenario.assertions.iter().any(|assertion| {
        let mut is_read = assertion.step == at && assertion.rule != Rule::Answered;
        assertion.rule.others(&mut |other| is_read |= other == at);
        is_read
    })
}

/// Returns the step after which an assertion has all the responses that it reads.
fn known_after(assertion: &Assertion) -> usize {
    let mut last = assertion.step;
    assertion.rule.others(&mut |other| last = last.max(other));
    last
}

fn call(call: &Call) -> TokenStream {
    let host = match call.host {
        Host::Resource => quote!(resource),
        Host::Token => quote!(token),
    };
    let (method, target) = (literal(&call.method), literal(&call.target));
    let headers = call.headers.iter().map(|(name, value)| {
        let (name, value) = (literal(name), literal(value));
        quote!(.header(#name, #value))
    });
    let body = call.body.as_ref().map(|body| match body {
        Content::Text(text) => {
            let text = literal(text);
            quote!(.body(#text))
        }
        Content::Bytes(bytes) => {
            let bytes = Literal::byte_string(bytes);
            quote!(.bytes(#bytes))
        }
    });
    quote!(#host(#method, #target) #(#headers)* #body)
}

fn value(answer: &Ident, place: &Place) -> TokenStream {
    match place {
        Place::Json(pointer) => {
            let pointer = literal(pointer);
            quote!(#answer.text_at(#pointer))
        }
        Place::Header(name) => {
            let name = literal(name);
            quote!(#answer.header(#name))
        }
        Place::Query(name) => {
            let name = literal(name);
            quote!(#answer.location_query(#name))
        }
        Place::Input(name) => {
            let name = literal(name);
            quote!(#answer.input(#name))
        }
        Place::Cookie(name) => {
            let name = literal(name);
            quote!(#answer.cookie(#name))
        }
        Place::Segment(at) => {
            let at = Literal::usize_unsuffixed(*at);
            quote!(#answer.location_segment(#at))
        }
    }
}

fn assertion(scenario: &Scenario, assertion: &Assertion) -> TokenStream {
    let answer = ident(&scenario.steps[assertion.step].name);
    if assertion.rule == Rule::Answered {
        // `send` fails the test if there is no complete response.
        return quote!();
    }
    let condition = condition(scenario, &answer, &assertion.rule);
    let title = literal(&scenario.title);
    let expected = literal(&scenario.expected);
    quote! {
        #answer.assert(#condition, #title, #expected);
    }
}

/// Returns a template as an expression that fills in its values.
pub(super) fn filled(template: &str) -> TokenStream {
    if template.contains('$') {
        let text = literal(template);
        return quote!(&run.fill(#text));
    }
    let text = literal(template);
    quote!(#text)
}

pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Returns a text as a literal: a raw string if it has quotes or backslashes and no invisible
/// characters.
pub(super) fn literal(text: &str) -> Literal {
    let is_plain = text.chars().all(|c| matches!(c, ' '..='~'));
    if is_plain && text.contains(['"', '\\']) {
        let longest = text.split(|c| c != '#').map(str::len).max().unwrap_or(0);
        let hashes = "#".repeat(longest + 1);
        let raw = Literal::from_str(&format!("r{hashes}\"{text}\"{hashes}"));
        if let Ok(raw) = raw {
            return raw;
        }
    }
    escaped(text)
}

/// Returns a text as one line of documentation.
fn comment(text: &str) -> Literal {
    let shown: String = text
        .chars()
        .map(|c| match c {
            ' '..='~' => c.to_string(),
            c if c.is_alphanumeric() && !messages::text::is_hidden(c) => c.to_string(),
            '…' | '–' | '—' | '§' | '×' | '→' | '“' | '”' | '’' => c.to_string(),
            c => c.escape_unicode().to_string(),
        })
        .collect();
    escaped(&shown)
}

/// Returns a literal in which hidden characters are escaped.
fn escaped(text: &str) -> Literal {
    let escape = |one: char| {
        if messages::text::is_hidden(one) && !one.is_ascii() {
            one.escape_unicode().to_string()
        } else {
            one.escape_debug().to_string()
        }
    };
    let text: String = text.chars().map(escape).collect();
    Literal::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| Literal::string(""))
}

#[cfg(test)]
mod tests {
    use conformance_core::exchange::Host;
    use conformance_engine::expectation::{Part, Rule};

    use crate::emit::scenario::{Assertion, Call, Scenario, Step};

    fn step(name: &str, method: &str) -> Step {
        Step {
            name: name.to_owned(),
            call: Call {
                host: Host::Resource,
                method: method.to_owned(),
                target: "/items".to_owned(),
                headers: Vec::new(),
                body: None,
            },
            prepares: false,
            keeps: Vec::new(),
            ends: Vec::new(),
        }
    }

    #[test]
    fn an_assertion_stands_after_all_answers_that_it_reads() {
        let scenario = Scenario {
            id: "0123456789ab".to_owned(),
            check: "head-like-get".to_owned(),
            requirement: "HTTP-05".to_owned(),
            title: "HEAD has another status than GET".to_owned(),
            expected: "200, as GET".to_owned(),
            steps: vec![step("head", "HEAD"), step("get", "GET")],
            assertions: vec![Assertion {
                step: 0,
                rule: Rule::Same(1, Part::Status),
            }],
        };
        let text = super::file(&scenario).expect("a test");
        let get = text.find("let get =").expect("the answer is kept");
        let assertion = text.find(".assert(").expect("an assertion");
        assert!(get < assertion, "{text}");
    }
}
