//! What a reader sees first.

use askama::Template;

use super::super::sdk::{Call, Code, Ty, filters};
use super::client::group_names;
use super::code;
use super::plan::Go;

#[derive(Template)]
#[template(path = "go/README.md")]
pub(super) struct Readme {
    module: Code,
    package: Code,
    groups: Vec<Code>,
    quick: Option<Quick>,
}

struct Quick {
    settings: Vec<Code>,
    list: Code,
}

impl Go<'_> {
    pub(super) fn readme(&self) -> Readme {
        let config = &self.sdk.config.go;
        Readme {
            module: code::checked(&config.module),
            package: code::checked(&config.package),
            groups: group_names(self),
            quick: self.quick(),
        }
    }

    /// The first list that needs nothing but texts.
    fn quick(&self) -> Option<Quick> {
        let groups = self.sdk.groups.iter();
        let calls = groups.flat_map(|group| group.calls.iter().map(move |call| (group, call)));
        let mut lists = calls.filter(|(_, call)| call.pages.is_some() && self.takes_texts(call));
        let (group, call) = lists.next()?;
        let mut arguments = vec![Code::fixed("ctx")];
        for argument in call.arguments.iter().filter(|a| a.parameter.required) {
            let variable = super::super::names::convert(
                &argument.parameter.name,
                super::super::names::Case::Constant,
            );
            let value = code!("os.Getenv(", &code::string(&variable), ")");
            let ty = self.ty(&argument.ty);
            arguments.push(match ty.as_str() {
                "string" => value,
                _ => {
                    let package = code::checked(&self.sdk.config.go.package);
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
            settings: self.settings(),
            list: code!("client.", &group, ".", &method, "(", &arguments, ")"),
        })
    }

    fn takes_texts(&self, call: &Call<'_>) -> bool {
        let is_text =
            |ty: &Ty| matches!(self.sdk.types.unalias(ty), Ty::String | Ty::Uuid | Ty::Uri);
        let mut required = call.arguments.iter().filter(|a| a.parameter.required);
        call.body.is_none() && required.all(|argument| is_text(&argument.ty))
    }

    /// Variables of addresses and the first credentials, as options.
    fn settings(&self) -> Vec<Code> {
        let package = code::checked(&self.sdk.config.go.package);
        let environment = |name: &str| {
            let name = super::super::names::convert(name, super::super::names::Case::Constant);
            code!("os.Getenv(", &code::string(&name), ")")
        };
        let variables = self.sdk.variables.iter().zip(&self.variables);
        let mut settings: Vec<_> = variables
            .map(|(variable, option)| {
                let value = environment(&variable.variable.name);
                code!(&package, ".", &code::exported(option), "(", &value, ")")
            })
            .collect();
        let mut schemes = self.sdk.schemes.iter().zip(&self.schemes);
        if let Some((_, option)) = schemes.find(|(scheme, _)| scheme.token_url.is_some()) {
            let (id, secret) = (environment("CLIENT_ID"), environment("CLIENT_SECRET"));
            settings.push(code!(
                &package,
                ".",
                &code::exported(option),
                "(",
                &package,
                ".ClientCredentials{\n",
                "\t\t\tID:     ",
                &id,
                ",\n",
                "\t\t\tSecret: ",
                &package,
                ".NewSecret(",
                &secret,
                "),\n",
                "\t\t})"
            ));
        }
        settings
    }
}
