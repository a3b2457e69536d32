//! The samples in the README.

use super::TypeScript;
use super::code::{ident, string};
use super::layout::{Doc, STYLE};
use super::signature::Takes;
use crate::code::Code;
use crate::ir::environment::{self, Environment};
use crate::ir::{Call, Group, Ty};

impl TypeScript<'_> {
    /// Returns a first program.
    pub(super) fn quick_start(&self) -> Code {
        let mut lines = vec![Doc::fixed("```ts")];
        let package = string(&self.ir.config.typescript.package);
        lines.push(Doc::Text(code!("import { Client } from ", &package, ";")));
        lines.push(Doc::fixed(""));
        lines.push(Doc::Text(self.new_client()));
        if let Some((group, call)) = self.sample_call() {
            lines.push(Doc::fixed(""));
            lines.extend(self.sample_lines(group, call));
        }
        lines.push(Doc::fixed("```"));
        Doc::lines(lines).print(&STYLE)
    }

    /// Returns the environment variables that a client reads, one on each line.
    pub(super) fn variables(&self) -> Option<Code> {
        let environment = Environment::new(self.ir.api, self.ir.config);
        let names = environment.names();
        let names: Vec<_> = names.map(|name| code!("    ", &ident(name))).collect();
        (!names.is_empty()).then(|| Code::list(names, "\n"))
    }

    /// Returns the options that are parameters of all calls, in prose.
    pub(super) fn listed_globals(&self) -> Option<Code> {
        let names = self.ir.globals.iter();
        let names = names.map(|global| code!("`", &ident(&global.name), "`"));
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| Code::list(names, ", "))
    }

    /// Returns a test of code that uses a client.
    pub(super) fn test_example(&self) -> Code {
        let package = string(&self.ir.config.typescript.package);
        let sample = self.sample_call();
        let (target, call) = sample.map_or_else(
            || {
                (
                    Code::fixed("{ method: \"GET\", path: \"/status\" }"),
                    Code::fixed("client.request(\"GET\", \"/status\")"),
                )
            },
            |(group, call)| (ident(&call.unique), self.test_call(group, call)),
        );
        let imported = sample.map(|(_, call)| code!(", ", &ident(&call.unique)));
        let names = code!("Client", &imported.unwrap_or_default());
        let settings = sample.map(|(_, call)| self.test_settings(call));
        let settings = settings.unwrap_or_default();
        let lines = [
            Code::fixed("```ts"),
            Code::fixed("import assert from \"node:assert/strict\";"),
            Code::default(),
            code!("import { ", &names, " } from ", &package, ";"),
            code!("import { TestService } from ", &self.entry("testing"), ";"),
            Code::default(),
            Code::fixed("const service = new TestService();"),
            code!("service.always(", &target, ", { status: 503 });"),
            Code::fixed("const { fetch, clock } = service;"),
            code!(
                "const client = new Client({ fetch, clock",
                &settings,
                " });"
            ),
            code!("await assert.rejects(", &call, ");"),
            Code::fixed("assert.deepEqual(clock.waits, [250, 500]);"),
            Code::fixed("assert.equal(service.requests.length, 3);"),
            Code::fixed("```"),
        ];
        Doc::lines(lines.into_iter().map(Doc::Text).collect()).print(&STYLE)
    }

    /// Returns arbitrary values of the parameters that a call needs and the client sets.
    fn test_settings(&self, call: &Call<'_>) -> Code {
        let globals = call.needed().filter_map(|one| self.ir.global(one));
        let settings = globals.map(|global| code!(", ", &ident(&global.name), ": \"a\""));
        Code::list(settings, "")
    }

    /// Returns a call with arbitrary arguments.
    fn test_call(&self, group: &Group<'_>, call: &Call<'_>) -> Code {
        let required = call
            .arguments
            .iter()
            .filter(|argument| argument.is_required());
        let members = required.map(|argument| code!(&ident(&argument.name), ": \"a\""));
        let members = Code::list(members.collect::<Vec<_>>(), ", ");
        let method = code!("client.", &ident(&group.name), ".", &ident(&call.method));
        if Self::takes(call) == Takes::Required {
            code!(&method, "({ ", &members, " })")
        } else {
            code!(&method, "()")
        }
    }

    /// Returns an entry point of the package, as others import it.
    pub(super) fn entry(&self, name: &str) -> Code {
        string(&format!("{}/{name}", self.ir.config.typescript.package))
    }

    /// Returns a list if there is one, or else a call with only text arguments.
    fn sample_call(&self) -> Option<(&Group<'_>, &Call<'_>)> {
        let calls = self.ir.grouped();
        let simple = calls.filter(|(_, call)| self.is_simple(call));
        let simple: Vec<_> = simple.collect();
        let list = simple.iter().find(|(_, call)| call.pages.is_some());
        list.or(simple.first()).copied()
    }

    fn is_simple(&self, call: &Call<'_>) -> bool {
        let is_text = |ty: &Ty| matches!(self.ir.types.unalias(ty), Ty::String);
        let mut required = call
            .arguments
            .iter()
            .filter(|argument| argument.is_required());
        required.all(|argument| is_text(&argument.ty))
            && call.needed().all(|argument| is_text(&argument.ty))
            && call.operation.method.is_safe()
            && call.body.is_none()
    }

    fn sample_lines(&self, group: &Group<'_>, call: &Call<'_>) -> Vec<Doc> {
        let mut lines = Vec::new();
        let given = Self::takes(call) == Takes::Required;
        if given {
            let required = call
                .arguments
                .iter()
                .filter(|argument| argument.is_required());
            let members = required.map(|argument| {
                let name = ident(&argument.name);
                Doc::Text(code!(
                    &name,
                    ": ",
                    &self.environment(&argument.name),
                    " ?? \"\","
                ))
            });
            lines.push(Doc::Join(vec![
                Doc::fixed("const params = {"),
                Doc::indent(vec![Doc::Hard, Doc::lines(members.collect())]),
            ]));
            lines.push(Doc::fixed("};"));
        }
        let arguments = if given { "(params)" } else { "()" };
        let group = ident(&group.name);
        if let Some(pages) = &call.pages {
            let all = ident(&pages.method);
            let items = code!("client.", &group, ".", &all, arguments);
            lines.push(Doc::Text(code!("for await (const item of ", &items, ") {")));
            lines.extend([Doc::fixed("  console.log(item);"), Doc::fixed("}")]);
        } else {
            let call = code!("client.", &group, ".", &ident(&call.method), arguments);
            lines.push(Doc::Text(code!("const answer = await ", &call, ";")));
            lines.push(Doc::fixed("console.log(answer);"));
        }
        lines
    }

    /// Returns a variable of the environment.
    fn environment(&self, setting: &str) -> Code {
        let name = string(&environment::variable(self.ir.config, setting));
        code!("process.env[", &name, "]")
    }
}
