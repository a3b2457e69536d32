//! One operation, as a call.

use spec::model::{Location, Operation, PageBy, Pagination, Status};

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, integer, list};
use super::super::content::{Answer, Content, ContentKind, Items};
use super::super::groups::Group;
use super::super::operation_names::OperationNames;
use super::super::plan::Form;
use super::super::ty::{Foreign, From, Imports, Ty};
use crate::ir::Presence;
use crate::ir::docs::span;
use crate::ir::docs::{BY_CLIENT, of_operation, of_parameter};
use crate::ir::status;

pub(in super::super) struct Call {
    pub(in super::super) docs: Code,
    /// The type that has the method.
    pub(in super::super) handle: Code,
    pub(in super::super) method: Code,
    pub(in super::super) name: Code,
    pub(in super::super) constant: Code,
    pub(in super::super) arguments: Code,
    /// The arguments and their types.
    pub(in super::super) given: Vec<(Code, Code)>,
    pub(in super::super) sets: Code,
    pub(in super::super) options: Vec<Setter>,
    pub(in super::super) optional_body: Option<BodySetter>,
    /// Whether a body can be a multipart form.
    pub(in super::super) has_form: bool,
    pub(in super::super) stream: Option<Stream>,
    pub(in super::super) read: Code,
    pub(in super::super) success: Code,
    pub(in super::super) success_enum: Option<Vec<Variant>>,
    pub(in super::super) error: Code,
    pub(in super::super) errors: Vec<Variant>,
    /// The names of the declared errors, for the name of a shared error type.
    pub(in super::super) error_statuses: Vec<String>,
    /// The error type that is shared with other operations, instead of `errors`.
    pub(in super::super) shared_error: Option<SharedName>,
    pub(in super::super) body_enum: Option<BodyEnum>,
    pub(in super::super) arms: Vec<Code>,
}

pub(in super::super) struct SharedName {
    pub(in super::super) name: Code,
    /// The documentation of errors that other operations describe differently.
    pub(in super::super) docs: Vec<Code>,
}

pub(in super::super) struct Setter {
    pub(in super::super) docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
    pub(in super::super) set: Code,
}

pub(in super::super) struct BodySetter {
    pub(in super::super) ty: Code,
    pub(in super::super) set: Code,
}

pub(in super::super) struct Stream {
    pub(in super::super) item: Code,
    /// The paging of the list.
    pub(in super::super) paging: Code,
    /// The items of `page`.
    pub(in super::super) items: Code,
}

#[derive(Clone)]
pub(in super::super) struct Variant {
    pub(in super::super) docs: Code,
    /// The documentation that operations share, if they describe it differently.
    pub(in super::super) common_docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
}

pub(in super::super) struct BodyEnum {
    pub(in super::super) name: Code,
    pub(in super::super) lifetime: Code,
    pub(in super::super) elided: Code,
    pub(in super::super) variants: Vec<Variant>,
    /// The match arms that set the body.
    pub(in super::super) arms: Vec<Code>,
}

impl Rust<'_> {
    pub(in super::super) fn call(
        &self,
        operation: &Operation,
        names: &OperationNames,
        group: &Group<'_>,
    ) -> Call {
        let name = ident(&names.pascal);
        let mut given = Vec::new();
        let mut sets = fixed("");
        let mut options = Vec::new();
        for (index, parameter) in operation.parameters.iter().enumerate() {
            let argument = ident(&names.arguments[index]);
            let ty = self.plan.ty(parameter.schema);
            let taken = self.taken(&ty);
            let reference = if taken.by_value { "&" } else { "" };
            let set = join!(
                ".",
                parameter.location.as_str(),
                "(",
                code::string(&parameter.name),
                ", ",
                reference,
                &argument,
                ")"
            );
            let is_global = self.globals.contains(parameter.name.as_str());
            if parameter.required && !is_global {
                given.push((argument, taken.ty));
                sets = join!(sets, set);
            } else {
                let mut about = of_parameter(self.plan.api, parameter);
                if is_global {
                    about = about.and(BY_CLIENT);
                }
                options.push(Setter {
                    docs: docs(&about.whole()),
                    name: argument,
                    ty: taken.ty,
                    set,
                });
            }
        }
        let (body_enum, body) = self.call_body(operation, names);
        let required = operation.body.as_ref().is_some_and(|body| body.required);
        let mut optional_body = None;
        match body {
            Some(body) if required => {
                given.push((fixed("body"), body.ty));
                sets = join!(sets, body.set);
            }
            body => optional_body = body,
        }
        let outcome = self.outcome(operation, names);
        let streams = self.plan.answers(operation);
        let streams = streams.iter().filter_map(|answer| answer.content.as_ref());
        let streams = streams.filter(|content| content.items.is_some());
        let streams: Vec<_> = streams
            .map(|content| code::string(&content.media_type))
            .collect();
        if !streams.is_empty() {
            sets = join!(sets, ".streams(&[", list(streams), "])");
        }
        let arguments: Vec<_> = given
            .iter()
            .map(|(name, ty)| join!(name, ": ", ty))
            .collect();
        Call {
            docs: docs(&of_operation(operation).whole()),
            handle: ident(&group.handle),
            method: ident(&names.call),
            stream: self.stream(operation, &outcome),
            name,
            constant: ident(&names.constant),
            arguments: list(std::iter::once(fixed("self")).chain(arguments)),
            given,
            sets,
            options,
            optional_body,
            has_form: self.has_form(operation),
            read: ident(&format!("read_{}", names.method)),
            success: outcome.success,
            success_enum: outcome.success_enum,
            error: outcome.error,
            errors: outcome.errors,
            error_statuses: outcome.error_statuses,
            shared_error: None,
            body_enum,
            arms: outcome.arms,
        }
    }

    /// Returns how an argument is passed, and how it is made a reference.
    pub(super) fn taken_as(&self, ty: &Ty) -> (Code, Code) {
        let taken = self.taken(ty);
        (taken.ty, fixed(if taken.by_value { "&" } else { "" }))
    }

    /// Returns how an argument is passed: small values by value, others by reference.
    fn taken(&self, ty: &Ty) -> Taken {
        let outside = |ty: &Ty| self.outside(ty);
        match ty {
            Ty::Bool
            | Ty::Int(_)
            | Ty::Float(_)
            | Ty::Unit
            | Ty::Foreign(
                Foreign::Uuid | Foreign::Date | Foreign::Decimal | Foreign::DecimalNumber,
            ) => Taken::value(outside(ty)),
            Ty::String => Taken::reference(fixed("&str")),
            Ty::List(item) => Taken::reference(join!("&[", outside(item), "]")),
            Ty::Made(id) if self.plan.get(*id).form == Form::Alias => {
                self.taken(&self.plan.inner(*id))
            }
            Ty::Made(id) if self.plan.get(*id).form == Form::IntegerEnum => {
                Taken::value(outside(ty))
            }
            _ => Taken::reference(join!("&", outside(ty))),
        }
    }

    /// Returns a type as a crate that uses the crate of types writes it.
    pub(in super::super) fn outside(&self, ty: &Ty) -> Code {
        ty.code(From::Outside, &|id| self.plan.name(id))
    }

    fn call_body(
        &self,
        operation: &Operation,
        names: &OperationNames,
    ) -> (Option<BodyEnum>, Option<BodySetter>) {
        let Some(body) = &operation.body else {
            return (None, None);
        };
        let contents = self.plan.body_contents(body);
        if let [content] = contents.as_slice() {
            let (ty, set) = self.content_setter(content);
            return (None, Some(BodySetter { ty, set }));
        }
        if contents.is_empty() {
            return (None, None);
        }
        let name = ident(&format!("{}Body", names.pascal));
        let mut arms = Vec::new();
        let mut variants = Vec::new();
        let mut borrows = false;
        for content in &contents {
            let (ty, set) = self.content_setter(content);
            let variant = ident(&content.variant);
            borrows |= self.is_borrowed(content);
            arms.push(join!("Self::", &variant, "(body) => request", set, ","));
            variants.push(Variant {
                docs: docs(&span(&content.media_type)),
                common_docs: fixed(""),
                name: variant,
                ty: self.with_lifetime(content, &ty),
            });
        }
        let lifetime = fixed(if borrows { "<'a>" } else { "" });
        let elided = fixed(if borrows { "<'_>" } else { "" });
        let setter = BodySetter {
            ty: join!(&name, &elided),
            set: fixed(".with(|request| body.set(request))"),
        };
        let body_enum = BodyEnum {
            name,
            lifetime,
            elided,
            variants,
            arms,
        };
        (Some(body_enum), Some(setter))
    }

    fn has_form(&self, operation: &Operation) -> bool {
        let body = operation.body.as_ref();
        let contents = body.map(|body| self.plan.body_contents(body));
        let mut contents = contents.into_iter().flatten();
        contents.any(|content| matches!(content.kind, ContentKind::Multipart(_)))
    }

    fn content_setter(&self, content: &Content) -> (Code, Code) {
        let media = code::string(&content.media_type);
        if let Some(items) = &content.items {
            let ty = join!("runtime::ItemSource<", self.item_ty(items), ">");
            let mut arguments = vec![media];
            arguments.extend(items.arguments());
            arguments.push(fixed("body"));
            let set = join!(".", items.method(), "(", list(arguments), ")");
            return (ty, set);
        }
        match &content.kind {
            ContentKind::Json(ty) => {
                let taken = self.taken(ty);
                let reference = if taken.by_value { "&" } else { "" };
                (taken.ty, join!(".json(", media, ", ", reference, "body)"))
            }
            ContentKind::Form(ty) => {
                let taken = self.taken(ty);
                let reference = if taken.by_value { "&" } else { "" };
                (taken.ty, join!(".form(", media, ", ", reference, "body)"))
            }
            ContentKind::Multipart(ty) => (join!("&", self.outside(ty)), fixed(".multipart(body)")),
            ContentKind::Text => (fixed("&str"), join!(".text(", media, ", body)")),
            ContentKind::Bytes => (
                fixed("types::bytes::Bytes"),
                join!(".bytes(", media, ", body)"),
            ),
        }
    }

    fn with_lifetime(&self, content: &Content, ty: &Code) -> Code {
        if self.is_borrowed(content) {
            code::with_lifetime(ty)
        } else {
            ty.clone()
        }
    }

    /// Returns whether a body is passed by reference.
    fn is_borrowed(&self, content: &Content) -> bool {
        match &content.kind {
            _ if content.items.is_some() => false,
            ContentKind::Text | ContentKind::Multipart(_) => true,
            ContentKind::Bytes => false,
            ContentKind::Json(ty) | ContentKind::Form(ty) => !self.taken(ty).by_value,
        }
    }

    fn stream(&self, operation: &Operation, outcome: &Outcome) -> Option<Stream> {
        let pagination = operation.pagination.as_ref()?;
        let mut queried = operation.parameters.iter();
        if let Some(parameter) = &pagination.parameter
            && !queried.any(|one| one.location == Location::Query && one.name == *parameter)
        {
            return None;
        }
        let page = outcome.page.as_ref()?;
        let (items, ty) = match &pagination.items {
            Some(name) => self.items_of(page, name)?,
            None => (fixed("page"), page.clone()),
        };
        let Ty::List(item) = self.unalias(ty) else {
            return None;
        };
        Some(Stream {
            item: self.outside(&item),
            paging: paging(pagination),
            items,
        })
    }

    /// Returns the items of a page, which are empty if they are absent, and their type.
    fn items_of(&self, page: &Ty, name: &str) -> Option<(Code, Ty)> {
        let Ty::Made(id) = self.unalias(page.clone()) else {
            return None;
        };
        if self.plan.get(id).form != Form::Record {
            return None;
        }
        let fields = self.fields(id, &mut Imports::default());
        let field = fields.iter().find(|field| field.property.name == name)?;
        let taken = fixed(match field.presence {
            Presence::Required => "",
            Presence::RequiredNullable | Presence::Optional => ".unwrap_or_default()",
            Presence::OptionalNullable => ".into_value().unwrap_or_default()",
        });
        let ty = self.plan.ty(field.property.schema);
        Some((join!("page.", &field.name, taken), ty))
    }

    fn unalias(&self, mut ty: Ty) -> Ty {
        // An alias may be an array of itself, but never itself.
        while let Ty::Made(id) = ty {
            if self.plan.get(id).form != Form::Alias {
                break;
            }
            ty = self.plan.inner(id);
        }
        ty
    }

    /// Returns the types that a response is read into, and how.
    fn outcome(&self, operation: &Operation, names: &OperationNames) -> Outcome {
        let answers = self.plan.answers(operation);
        let has_success = answers
            .iter()
            .any(|answer| answer.response.status.is_success());
        let is_success = |answer: &Answer<'_>| {
            let status = answer.response.status;
            status.is_success() || (!has_success && status == Status::Default)
        };
        let is_error = |answer: &Answer<'_>| !answer.response.status.is_success();
        let good: Vec<_> = answers.iter().filter(|a| is_success(a)).collect();
        let mut bad: Vec<_> = answers.iter().filter(|a| is_error(a)).collect();
        bad.sort_by_key(|answer| order(answer.response.status));
        let mut error_statuses: Vec<_> = bad
            .iter()
            .map(|a| status::name(a.response.status))
            .collect();
        error_statuses.dedup();
        let success_name = ident(&format!("{}Success", names.pascal));
        let error_name = ident(&format!("{}Error", names.pascal));
        let error = if bad.is_empty() {
            fixed("std::convert::Infallible")
        } else {
            error_name.clone()
        };
        let read = ident(&format!("read_{}", names.method));
        let single = match good.as_slice() {
            [] => Some((fixed("()"), None)),
            [one] if matches!(one.response.status, Status::Code(_)) => {
                let ty = self.content_ty(one.content.as_ref(), &error);
                let page = one
                    .content
                    .as_ref()
                    .and_then(|content| match &content.kind {
                        ContentKind::Json(ty) if content.items.is_none() => Some(ty.clone()),
                        _ => None,
                    });
                Some((ty, page))
            }
            _ => None,
        };
        let mut arms = Vec::new();
        for answer in &answers {
            let both = is_success(answer) && is_error(answer);
            if is_success(answer) {
                let wrap = single.is_none().then_some(&success_name);
                let status = if both {
                    Status::Range(2)
                } else {
                    answer.response.status
                };
                arms.push(arm(answer, status, &success_of(answer, wrap, &read)));
            }
            if is_error(answer) {
                let status = answer.response.status;
                arms.push(arm(answer, status, &error_of(answer, &error_name)));
            }
        }
        arms.sort_by_key(|(status, _)| order(*status));
        let variants = |answers: &[&Answer<'_>]| {
            let answers = answers.iter();
            answers.map(|answer| self.variant(answer, &error)).collect()
        };
        let success_enum = single.is_none().then(|| variants(&good));
        let errors = variants(&bad);
        let (success, page) = single.unwrap_or((success_name, None));
        Outcome {
            success,
            success_enum,
            error,
            errors,
            error_statuses,
            arms: arms.into_iter().map(|(_, arm)| arm).collect(),
            page,
        }
    }

    fn content_ty(&self, content: Option<&Content>, error: &Code) -> Code {
        if let Some(items) = content.and_then(|content| content.items.as_ref()) {
            return self.stream_ty(items, error);
        }
        match content.map(|content| &content.kind) {
            None => fixed("()"),
            Some(ContentKind::Json(ty)) => self.outside(ty),
            Some(ContentKind::Text) => fixed("String"),
            Some(_) => fixed("types::bytes::Bytes"),
        }
    }

    fn stream_ty(&self, items: &Items, error: &Code) -> Code {
        join!(
            "runtime::ItemStream<",
            self.item_ty(items),
            ", ",
            error,
            ">"
        )
    }

    /// Returns the type of a stream's items, in client and server.
    pub(in super::super) fn item_ty(&self, items: &Items) -> Code {
        let ty = items.json.as_ref();
        let ty = ty.map_or(fixed("String"), |ty| self.outside(ty));
        if items.are_events() {
            join!("runtime::ServerSentEvent<", ty, ">")
        } else {
            ty
        }
    }

    fn variant(&self, answer: &Answer<'_>, error: &Code) -> Variant {
        let exact = matches!(answer.response.status, Status::Code(_));
        let content = answer.content.as_ref();
        let ty = match (exact, content) {
            (true, None) => fixed(""),
            (false, None) => fixed("(u16)"),
            (true, Some(_)) => join!("(", self.content_ty(content, error), ")"),
            (false, Some(_)) => join!("(u16, ", self.content_ty(content, error), ")"),
        };
        let status = span(&answer.response.status.to_string());
        Variant {
            docs: docs(answer.docs().text()),
            common_docs: docs(&format!("{status}, as the operation describes it.")),
            name: ident(&answer.name),
            ty,
        }
    }
}

/// Returns the order of an error, by status, so that the same errors are the same type.
const fn order(status: Status) -> (u8, u16) {
    match status {
        Status::Code(code) => (0, code),
        Status::Range(hundreds) => (1, hundreds as u16),
        Status::Default => (2, 0),
    }
}

/// Returns the line that reads a declared response, with its statuses.
fn arm(answer: &Answer<'_>, status: Status, outcome: &Code) -> (Status, Code) {
    let several = answer.response.content.len() > 1;
    let media = match answer.content.as_ref().filter(|_| several) {
        Some(content) => code::string(&content.media_type),
        None => fixed("_"),
    };
    let statuses = match status {
        Status::Code(code) => integer(code),
        Status::Range(hundreds) => {
            let first = u16::from(hundreds) * 100;
            join!(integer(first), "..=", integer(first + 99))
        }
        Status::Default => fixed("_"),
    };
    let pattern = if status == Status::Default && !several {
        fixed("Some(_)")
    } else {
        join!("Some((", statuses, ", ", media, "))")
    };
    (status, join!(pattern, " => ", outcome, ","))
}

/// Returns the code that reads the body of a response, if it has one, as a result.
fn body_of(answer: &Answer<'_>, read: &Code) -> Option<Code> {
    let content = answer.content.as_ref()?;
    if let Some(items) = &content.items {
        return Some(stream_of(items, read));
    }
    Some(fixed(match content.kind {
        ContentKind::Json(_) => "answer.json()",
        ContentKind::Text => "answer.text()",
        _ => "answer.bytes()",
    }))
}

/// Returns the code that opens a stream, as a result. Other responses are read as usual.
fn stream_of(items: &Items, read: &Code) -> Code {
    let mut arguments = items.arguments();
    arguments.push(join!("|answer| ", read, "(answer).err()"));
    join!("answer.", items.method(), "(", list(arguments), ")")
}

/// Returns the value of a successful response, as a variant if there are several.
fn success_of(answer: &Answer<'_>, wrap: Option<&Code>, read: &Code) -> Code {
    let exact = matches!(answer.response.status, Status::Code(_));
    let variant = wrap.map(|wrap| join!(wrap, "::", ident(&answer.name)));
    match (body_of(answer, read), variant) {
        (None, None) => fixed("Ok(())"),
        (Some(body), None) => body,
        (None, Some(variant)) if exact => join!("Ok(", variant, ")"),
        (None, Some(variant)) => join!("Ok(", variant, "(answer.status()))"),
        (Some(body), Some(variant)) if exact => join!(body, ".map(", variant, ")"),
        (Some(body), Some(variant)) => {
            join!(body, ".map(|body| ", variant, "(answer.status(), body))")
        }
    }
}

fn error_of(answer: &Answer<'_>, wrap: &Code) -> Code {
    let exact = matches!(answer.response.status, Status::Code(_));
    let variant = join!(wrap, "::", ident(&answer.name));
    match body_of(answer, &fixed("")) {
        None if exact => join!("Err(answer.api(", variant, "))"),
        None => join!("Err(answer.api(", variant, "(answer.status())))"),
        Some(body) if exact => join!("answer.error(", variant, ", ", body, ")"),
        Some(body) => join!("answer.error_in_range(", variant, ", ", body, ")"),
    }
}

/// Returns the paging of a list, as an argument for the runtime.
fn paging(pagination: &Pagination) -> Code {
    let way = |names: &[String]| {
        let names = names.iter().map(|name| code::string(name));
        join!("&[", list(names), "]")
    };
    let parameter = code::string(pagination.parameter.as_deref().unwrap_or_default());
    let next = way(&pagination.next);
    let first = integer(pagination.first);
    let mut paging = match pagination.by {
        PageBy::Cursor => join!("Paging::cursor(", parameter, ", ", next, ")"),
        PageBy::Offset => join!("Paging::offset(", parameter, ", ", first, ")"),
        PageBy::Page => join!("Paging::page(", parameter, ", ", first, ")"),
        PageBy::LastItem => {
            let items = way(pagination.items.as_slice());
            join!(
                "Paging::last_item(",
                parameter,
                ", ",
                items,
                ", ",
                next,
                ")"
            )
        }
        PageBy::Url => join!("Paging::url(", next, ")"),
        PageBy::Link => fixed("Paging::link()"),
    };
    if !pagination.more.is_empty() {
        paging = join!(paging, ".more(", way(&pagination.more), ")");
    }
    if !pagination.total.is_empty() {
        paging = join!(paging, ".total(", way(&pagination.total), ")");
    }
    paging
}

/// How an argument is passed.
struct Taken {
    ty: Code,
    by_value: bool,
}

impl Taken {
    const fn value(ty: Code) -> Self {
        Self { ty, by_value: true }
    }

    const fn reference(ty: Code) -> Self {
        Self {
            ty,
            by_value: false,
        }
    }
}

struct Outcome {
    success: Code,
    success_enum: Option<Vec<Variant>>,
    error: Code,
    errors: Vec<Variant>,
    error_statuses: Vec<String>,
    arms: Vec<Code>,
    page: Option<Ty>,
}
