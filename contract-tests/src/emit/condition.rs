//! Writes rules about responses as Rust expressions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use serde_json::Value;

use super::code::{filled, ident, literal};
use super::scenario::Scenario;
use conformance_engine::expectation::{JwtPart, Part, Rule, Text};

/// Returns the expression for a rule about the response with this name.
pub(super) fn condition(scenario: &Scenario, answer: &Ident, rule: &Rule) -> TokenStream {
    match rule {
        Rule::Answered => quote!(true),
        Rule::Status(ranges) => status(answer, ranges),
        Rule::Header(name, text) => header(answer, &literal(name), text),
        Rule::Date(name) => {
            let name = literal(name);
            quote!(#answer.header_is_date(#name))
        }
        Rule::Redirects(name, text) => {
            let (name, text) = (literal(name), filled(text));
            quote!(#answer.location_query(#name).is_some_and(|own| own == *#text))
        }
        Rule::Body(text) => body(answer, text),
        Rule::Of(other, rule) => {
            let other = ident(&scenario.steps[*other].name);
            condition(scenario, &other, rule)
        }
        Rule::Jwt(part, schema) => {
            let schema = filled(&template(schema));
            let index = match part {
                JwtPart::Header => quote!(0),
                JwtPart::Claims => quote!(1),
            };
            quote!(#answer.jwt_is_valid(#index, #schema))
        }
        Rule::Json(schema) => {
            let schema = filled(&template(schema));
            quote!(#answer.is_valid(#schema))
        }
        Rule::Same(other, part) => {
            let other = ident(&scenario.steps[*other].name);
            same(answer, &other, part)
        }
        Rule::Not(rule) => {
            let inner = condition(scenario, answer, rule);
            quote!(!#inner)
        }
        Rule::All(rules) => {
            let all = rules.iter().map(|one| condition(scenario, answer, one));
            quote!((#(#all)&&*))
        }
        Rule::Any(rules) => {
            let any = rules.iter().map(|one| condition(scenario, answer, one));
            quote!((#(#any)||*))
        }
    }
}

fn status(answer: &Ident, ranges: &[(u16, u16)]) -> TokenStream {
    let ranges = ranges.iter().map(|(first, last)| {
        let (from, to) = (
            Literal::u16_unsuffixed(*first),
            Literal::u16_unsuffixed(*last),
        );
        if first == last {
            quote!(#answer.status == #from)
        } else {
            quote!((#from..=#to).contains(&#answer.status))
        }
    });
    quote!((#(#ranges)||*))
}

fn header(answer: &Ident, name: &Literal, text: &Text) -> TokenStream {
    match text {
        Text::Present => quote!(#answer.has_header(#name)),
        Text::Is(text) => {
            let text = filled(text);
            quote!(#answer.header_is(#name, #text))
        }
        Text::Contains(text) => {
            let text = filled(text);
            quote!(#answer.header_contains(#name, #text))
        }
        Text::Matches(pattern) => {
            let pattern = literal(pattern);
            quote!(#answer.header_matches(#name, #pattern))
        }
    }
}

fn body(answer: &Ident, text: &Text) -> TokenStream {
    match text {
        Text::Present => quote!(!#answer.body.is_empty()),
        Text::Is(text) => {
            let text = filled(text);
            quote!((#answer.text() == *#text))
        }
        Text::Contains(text) => {
            let text = filled(text);
            quote!(#answer.text().contains(#text))
        }
        Text::Matches(pattern) => {
            let pattern = literal(pattern);
            quote!(#answer.matches(#pattern))
        }
    }
}

fn same(answer: &Ident, other: &Ident, part: &Part) -> TokenStream {
    match part {
        Part::Status => quote!((#answer.status == #other.status)),
        Part::Body => quote!(#answer.same_body(&#other)),
        Part::Json(pointer) => {
            let pointer = literal(pointer);
            quote!((#answer.at(#pointer) == #other.at(#pointer)))
        }
        Part::Header(name) => {
            let name = literal(name);
            quote!((#answer.header(#name) == #other.header(#name)))
        }
    }
}

/// Returns the text of a schema, which may contain a template.
fn template(schema: &Value) -> String {
    schema
        .as_str()
        .map_or_else(|| schema.to_string(), str::to_owned)
}
