//! Matches the variables of a path with its parameters.

use std::collections::HashSet;

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Location, Operation, Parameter, PathSegment};
use crate::source::Span;

impl Lowering<'_, '_> {
    /// Checks that every variable of the path has a parameter, and every path parameter a variable.
    pub(super) fn match_path_variables(&mut self, operation: &mut Operation, span: Span) {
        if operation.path.is_empty() {
            return;
        }
        let variables = variables(operation);
        let names: HashSet<_> = variables.iter().cloned().collect();
        let (kept, left): (Vec<_>, Vec<_>) = std::mem::take(&mut operation.parameters)
            .into_iter()
            .partition(|parameter| {
                parameter.location != Location::Path || names.contains(&parameter.name)
            });
        operation.parameters = kept;
        for parameter in left {
            self.refuse_parameter(&operation.path, &parameter);
        }
        let declared: HashSet<_> = operation
            .parameters
            .iter()
            .filter(|parameter| parameter.location == Location::Path)
            .map(|parameter| parameter.name.clone())
            .collect();
        for name in variables
            .into_iter()
            .filter(|name| !declared.contains(name))
        {
            let message = format!("the variable `{{{name}}}` of the path has no parameter");
            self.diagnostics.push(
                Diagnostic::warning(Code::PathParameter, span, message)
                    .label("read as a string")
                    .help("declare it as a required parameter with `in: path`"),
            );
            let parameter = self.undeclared_path_parameter(&name, span);
            operation.parameters.push(parameter);
        }
    }

    fn refuse_parameter(&mut self, path: &str, parameter: &Parameter) {
        let message = format!("the path `{path}` has no `{{{}}}`", parameter.name);
        self.diagnostics.push(
            Diagnostic::warning(Code::PathParameter, parameter.span, message)
                .label("ignored")
                .help("put the variable into the path, or remove the parameter"),
        );
    }
}

/// Returns the names of the variables, each once, in the order of the path.
fn variables(operation: &Operation) -> Vec<String> {
    let mut seen = HashSet::new();
    let segments = operation.path_segments().into_iter();
    let names = segments.filter_map(|segment| match segment {
        PathSegment::Variable(name) => Some(name),
        PathSegment::Literal(_) => None,
    });
    names.filter(|name| seen.insert(name.clone())).collect()
}
