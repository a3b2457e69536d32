//! The README of the package.

use askama::Template;

use super::client::group_names;
use super::code;
use super::plan::Go;
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::ir::{Call, Ty};

#[derive(Template)]
#[template(path = "go/README.md")]
pub(super) struct Readme {
    module: Code,
    package: Code,
    log: Code,
    import: Code,
    groups: Vec<Code>,
    quick: Option<Quick>,
}

struct Quick {
    /// Whether the list has arguments, which come from the environment.
    has_arguments: bool,
    list: Code,
}

impl Go<'_> {
    pub(super) fn readme(&self) -> Readme {
        let config = &self.ir.config.go;
        let path = code::string(&config.module);
        let is_named = config.module.rsplit('/').next() == Some(config.package.as_str());
        let import = if is_named {
            path
        } else {
            code!(&code::checked(&config.package), " ", &path)
        };
        Readme {
            import,
            module: code::checked(&config.module),
            package: code::checked(&config.package),
            log: code::checked(&environment::log(self.ir.config)),
            groups: group_names(self),
            quick: self.quick(),
        }
    }

    /// Returns the first list that needs only text arguments.
    fn quick(&self) -> Option<Quick> {
        let groups = self.ir.groups.iter();
        let calls = groups.flat_map(|group| group.calls.iter().map(move |call| (group, call)));
        let mut lists = calls.filter(|(_, call)| call.pages.is_some() && self.takes_texts(call));
        let (group, call) = lists.next()?;
        let mut arguments = vec![Code::fixed("ctx")];
        for argument in call.arguments.iter().filter(|a| a.parameter.required) {
            let value = self.environment(&argument.parameter.name);
            let ty = self.ty(&argument.ty);
            arguments.push(match ty.as_str() {
                "string" => value,
                _ => {
                    let package = code::checked(&self.ir.config.go.package);
                    code!(&package, ".", &ty, "(", &value, ")")
                }
            });
        }
        if call.arguments.iter().any(|a| !a.parameter.required) {
            arguments.push(Code::fixed("nil"));
        }
        let method = code::exported(&self.names(call).all);
        let group = code::exported(&group.name);
        let arguments = Code::list(arguments, ", ");
        Some(Quick {
            has_arguments: call.arguments.iter().any(|a| a.parameter.required),
            list: code!("client.", &group, ".", &method, "(", &arguments, ")"),
        })
    }

    fn takes_texts(&self, call: &Call<'_>) -> bool {
        let is_text =
            |ty: &Ty| matches!(self.ir.types.unalias(ty), Ty::String | Ty::Uuid | Ty::Uri);
        let mut required = call.arguments.iter().filter(|a| a.parameter.required);
        call.body.is_none() && required.all(|argument| is_text(&argument.ty))
    }

    /// Returns a variable of the environment.
    fn environment(&self, name: &str) -> Code {
        let name = environment::variable(self.ir.config, name);
        code!("os.Getenv(", &code::string(&name), ")")
    }
}
