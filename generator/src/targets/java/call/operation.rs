//! The operation of a call, as data.

use spec::model::{Location, Operation, Parameter, Style};

use super::super::Java;
use super::super::chain::Constant;
use super::super::code;
use super::super::layout::Expr;
use super::Making;
use crate::code::Code;
use crate::ir::Argument;
use crate::ir::servers;

impl Making<'_, '_> {
    pub(super) fn operation(&mut self, result: &Code) -> Vec<Code> {
        let operation = self.call.operation;
        let mut links = vec![
            Expr::call(
                code!("Operation.<", result, ">of"),
                [code::string(&operation.id).into()],
            ),
            Expr::call(
                Code::fixed(".request"),
                [
                    code::string(operation.method.as_str()).into(),
                    code::string(&operation.path).into(),
                ],
            ),
            Expr::call(
                Code::fixed(".server"),
                [code::string(servers::of(self.java.ir.api, operation)).into()],
            ),
        ];
        for argument in &self.call.arguments {
            self.runtime("Parameter");
            let parameter = self.java.parameter_of(argument);
            links.push(Expr::call(Code::fixed(".parameter"), [parameter]));
        }
        if let Some(body) = &self.call.body {
            if let Some(key) = body.idempotency {
                links.push(Expr::call(
                    Code::fixed(".idempotency"),
                    [code::string(&key.name).into()],
                ));
            }
            for field in self.java.form_fields(self.call) {
                self.runtime("Parameter");
                links.push(Expr::call(Code::fixed(".field"), [field]));
            }
        }
        links.extend(security(operation));
        links.extend(self.answers());
        let constant = Constant {
            modifiers: "static final",
            ty: &code!("Operation<", result, ">"),
            name: "OPERATION",
            variable: "operation",
        };
        constant.of(&links)
    }
}

impl Java<'_> {
    fn parameter_of(&self, argument: &Argument<'_>) -> Expr {
        let mut links = parameter_links(argument.parameter);
        let global = argument.global.and_then(|index| self.ir.globals.get(index));
        if let Some(global) = global {
            let is_needed = if argument.is_needed() {
                "true"
            } else {
                "false"
            };
            let arguments = [code::string(&global.name), Code::fixed(is_needed)];
            links.push(Expr::call(
                Code::fixed(".ofClient"),
                arguments.map(Expr::from),
            ));
        }
        Expr::Chain(links)
    }
}

/// Returns the security alternatives; empty if no credential is needed.
pub(in super::super) fn security(operation: &Operation) -> Vec<Expr> {
    let mut links = Vec::new();
    for requirement in operation.alternatives() {
        links.push(Expr::call(Code::fixed(".alternative"), []));
        for (scheme, _) in &requirement.schemes {
            links.push(Expr::call(
                Code::fixed(".scheme"),
                [code::string(scheme).into()],
            ));
        }
    }
    links
}

fn parameter_links(parameter: &Parameter) -> Vec<Expr> {
    let head = match parameter.location {
        Location::Path => "Parameter.path",
        Location::Query => "Parameter.query",
        Location::Header => "Parameter.header",
        Location::Cookie => "Parameter.cookie",
    };
    let mut links = vec![Expr::call(
        Code::fixed(head),
        [code::string(&parameter.name).into()],
    )];
    links.extend(styled(
        parameter.location,
        parameter.style,
        parameter.explode,
    ));
    if parameter.allow_reserved {
        links.push(Expr::call(Code::fixed(".allowReserved"), []));
    }
    if parameter.media_type.is_some() {
        links.push(Expr::call(Code::fixed(".asJson"), []));
    }
    links
}

/// Returns the style, if it differs from the default of its location.
pub(in super::super) fn styled(location: Location, style: Style, explode: bool) -> Option<Expr> {
    let usual = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    if style == usual && explode == (usual == Style::Form) {
        return None;
    }
    let name = match style {
        Style::Matrix => "Parameter.Style.MATRIX",
        Style::Label => "Parameter.Style.LABEL",
        Style::Form => "Parameter.Style.FORM",
        Style::Simple => "Parameter.Style.SIMPLE",
        Style::SpaceDelimited => "Parameter.Style.SPACE_DELIMITED",
        Style::PipeDelimited => "Parameter.Style.PIPE_DELIMITED",
        Style::DeepObject => "Parameter.Style.DEEP_OBJECT",
    };
    let explode = if explode { "true" } else { "false" };
    let arguments = [Code::fixed(name).into(), Code::fixed(explode).into()];
    Some(Expr::call(Code::fixed(".style"), arguments))
}
