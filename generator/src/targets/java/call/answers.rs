//! The responses of a call, and the types of its results.

use super::super::code::{self, ident};
use super::super::docs::Docs;
use super::super::layout::{self, Expr};
use super::super::unit::nested;
use super::Making;
use crate::code::Code;
use crate::ir::{Answer, Content};

impl Making<'_, '_> {
    pub(super) fn answers(&mut self) -> Vec<Expr> {
        let call = self.call;
        let single = call.results().len() <= 1;
        let mut links = Vec::new();
        for answer in call.successes() {
            let status: Expr = code::string(&answer.response.status.to_string()).into();
            for (content, variant) in variants(answer) {
                let mut arguments = vec![status.clone()];
                let class = code!("Result.", &variant);
                match content {
                    Some(content) => {
                        self.runtime("Content");
                        arguments.push(code::string(&content.media_type).into());
                        let java = self.java.content(&content.kind, &mut self.imports);
                        arguments.push(java.content.into());
                        if !single {
                            arguments.push(code!(&class, "::new").into());
                        }
                    }
                    None if single => {}
                    None => arguments.push(code!("none -> new ", &class, "()").into()),
                }
                links.push(Expr::Call(Code::fixed(".answer"), arguments));
            }
        }
        for answer in call.errors() {
            links.extend(self.error(answer));
        }
        links
    }

    fn error(&mut self, answer: &Answer<'_>) -> Vec<Expr> {
        let status = answer.response.status;
        let literal: Expr = code::string(&status.to_string()).into();
        let mut links = Vec::new();
        let contents = answer.contents.iter().map(Some);
        let none = answer.contents.is_empty().then_some(None);
        for content in contents.chain(none) {
            let kind = content.map(|content| &content.kind);
            let Some(class) = self.java.error_class(status, kind) else {
                continue;
            };
            self.imports.own(&self.java.package, "errors", &class.name);
            let make: Expr = code!(&ident(&class.name), "::new").into();
            let mut arguments = vec![literal.clone()];
            if let Some(content) = content {
                self.runtime("Content");
                arguments.push(code::string(&content.media_type).into());
                let java = self.java.content(&content.kind, &mut self.imports);
                arguments.push(java.content.into());
            }
            arguments.push(make);
            links.push(Expr::Call(Code::fixed(".error"), arguments));
        }
        links
    }

    /// Returns the types of the result of a call with several results.
    pub(super) fn results(&mut self) -> Option<Code> {
        let call = self.call;
        if call.results().len() <= 1 {
            return None;
        }
        let mut records = Vec::new();
        for answer in call.successes() {
            for (content, variant) in variants(answer) {
                let mut docs = Docs::of(answer.docs.text());
                let mut components = Vec::new();
                if let Some(content) = content {
                    let java = self.java.content(&content.kind, &mut self.imports);
                    docs = docs.param(&Code::fixed("value"), "the body");
                    components.push(code!(&java.ty, " value"));
                }
                let before = code!("record ", &variant);
                let head = layout::record(4, &before, &components, &[Code::fixed("Result")]);
                records.push(nested(4, &docs, &head, Vec::new()));
            }
        }
        let docs = Docs::fixed("The result of the call.");
        Some(nested(
            2,
            &docs,
            &Code::fixed("  public sealed interface Result {"),
            records,
        ))
    }
}

/// Returns the bodies of a response, each with the name of its record.
pub(in super::super) fn variants<'c>(answer: &'c Answer<'_>) -> Vec<(Option<&'c Content>, Code)> {
    if answer.contents.is_empty() {
        return vec![(None, ident(&answer.name))];
    }
    let contents = answer.contents.iter().enumerate();
    let named = contents.map(|(index, content)| {
        let name = if index == 0 {
            answer.name.clone()
        } else {
            format!("{}Form{}", answer.name, index + 1)
        };
        (Some(content), ident(&name))
    });
    named.collect()
}
