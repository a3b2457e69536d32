//! The README of the package.

use askama::Template;
use spec::model::Status;

use super::client::group_names;
use super::code;
use super::methods::is_optional;
use super::plan::Go;
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::ir::{Argument, Call, Group, Pages, Presence, Ty};

#[derive(Template)]
#[template(path = "go/README.md")]
pub(super) struct Readme {
    module: Code,
    package: Code,
    log: Code,
    import: Code,
    groups: Vec<Code>,
    /// The options that are parameters of all calls, if there are any.
    globals: Option<Code>,
    quick: Option<Quick>,
}

struct Quick {
    /// Whether the list has arguments, which come from the environment.
    has_arguments: bool,
    list: Code,
    example: Option<Example>,
}

/// A test with the test service.
struct Example {
    operation: Code,
    status: Code,
    /// An empty page.
    page: Code,
    list: Code,
    /// What the client needs.
    options: Code,
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
            globals: self.listed_globals(),
            quick: self.quick(),
        }
    }

    /// Returns the first list that needs only text arguments.
    fn quick(&self) -> Option<Quick> {
        let calls = self.ir.grouped();
        let mut lists = calls.filter(|(_, call)| call.pages.is_some() && self.takes_texts(call));
        let (group, call) = lists.next()?;
        let values = required(call).map(|argument| {
            let value = self.environment(&argument.parameter.name);
            let ty = self.ty(&argument.ty);
            match ty.as_str() {
                "string" => value,
                _ => code!(&self.package(), ".", &ty, "(", &value, ")"),
            }
        });
        Some(Quick {
            has_arguments: required(call).next().is_some(),
            list: Self::list(group, call, Code::fixed("ctx"), values.collect()),
            example: self.example(group, call),
        })
    }

    /// Returns a call of a list.
    fn list(group: &Group<'_>, call: &Call<'_>, ctx: Code, values: Vec<Code>) -> Code {
        let mut arguments = vec![ctx];
        arguments.extend(values);
        if call.arguments.iter().any(is_optional) {
            arguments.push(Code::fixed("nil"));
        }
        let method = call
            .pages
            .as_ref()
            .map_or(&call.method, |pages| &pages.method);
        let method = code::exported(method);
        let group = code::exported(&group.name);
        let arguments = Code::list(arguments, ", ");
        code!("client.", &group, ".", &method, "(", &arguments, ")")
    }

    /// Returns a test with a list; `None` if there is no simple one.
    fn example(&self, group: &Group<'_>, call: &Call<'_>) -> Option<Example> {
        let mut successes = call.successes();
        let status = successes.find_map(|answer| match answer.response.status {
            Status::Code(code) => Some(code),
            _ => None,
        })?;
        let values = required(call).map(|_| code::string("text")).collect();
        let page = self.empty(call.pages.as_ref()?)?;
        call.operation.method.is_idempotent().then(|| Example {
            operation: code::string(&call.operation.id),
            status: code::integer(i128::from(status)),
            page,
            options: self.options(call),
            list: Self::list(group, call, Code::fixed("t.Context()"), values),
        })
    }

    /// Returns the options that are parameters of all calls, in prose.
    fn listed_globals(&self) -> Option<Code> {
        let names = self.globals.iter();
        let names = names.map(|(option, _)| code!("`", &code::exported(option), "`"));
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| Code::list(names, ", "))
    }

    /// Returns options for the parameters that a call needs and the client sets.
    fn options(&self, call: &Call<'_>) -> Code {
        let needed = call
            .needed()
            .filter_map(|one| self.globals.get(one.global?));
        let options = needed.map(|(option, _)| {
            let option = code::exported(option);
            code!(&self.package(), ".", &option, "(\"text\")")
        });
        Code::list(options, ", ")
    }

    /// Returns an empty page of a list; `None` if it needs values.
    fn empty(&self, pages: &Pages<'_>) -> Option<Code> {
        let Some(record) = self.ir.types.record_of(&pages.page) else {
            return Some(Code::fixed("[]any{}"));
        };
        let may_be_zero = |ty: &Ty| {
            let ty = self.ir.types.unalias(ty);
            ty.is_integer() || matches!(ty, Ty::Boolean | Ty::String | Ty::List(_))
        };
        let mut fields = record.fields.iter();
        let is_simple =
            fields.all(|field| field.presence != Presence::Required || may_be_zero(&field.ty));
        is_simple.then(|| code!(&self.package(), ".", &self.ty(&pages.page), "{}"))
    }

    fn package(&self) -> Code {
        code::checked(&self.ir.config.go.package)
    }

    fn takes_texts(&self, call: &Call<'_>) -> bool {
        let is_text =
            |ty: &Ty| matches!(self.ir.types.unalias(ty), Ty::String | Ty::Uuid | Ty::Uri);
        let mut texts = required(call).chain(call.needed());
        call.body.is_none() && texts.all(|argument| is_text(&argument.ty))
    }

    /// Returns a variable of the environment.
    fn environment(&self, name: &str) -> Code {
        let name = environment::variable(self.ir.config, name);
        code!("os.Getenv(", &code::string(&name), ")")
    }
}

fn required<'c, 'a>(call: &'c Call<'a>) -> impl Iterator<Item = &'c Argument<'a>> {
    call.arguments.iter().filter(|one| one.is_required())
}
