//! An operation, as a method of a client.

use std::collections::{HashMap, HashSet};

use spec::methods::methods;
use spec::model::{Api, Body, Operation, Parameter, Property, Response, Status};

use super::names::{Case, Scope};
use super::{Content, ContentKind, Docs, Ir, Language, Pages, Ty, Types, content, status};

/// The names of an operation.
#[derive(Debug, Clone)]
pub(super) struct Names {
    /// The method in its group.
    pub(super) method: String,
    /// The name in the case of methods, unique in the API.
    pub(super) unique: String,
    /// The name for types, in Pascal case.
    pub(super) pascal: String,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The operation.
    pub(crate) operation: &'a Operation,
    /// The index of the operation in the description.
    pub(crate) index: usize,
    /// The name of the method that callers write, unique in its group.
    pub(crate) method: String,
    /// The name of the operation, in the case of methods and unique in the API, for what is declared
    /// outside its group.
    pub(crate) unique: String,
    /// The name for the types of the operation, in Pascal case. Names derived from it (`…Error`,
    /// `…Params`) must still be claimed.
    pub(crate) pascal: String,
    /// The parameters, in the order of the description.
    pub(crate) arguments: Vec<Argument<'a>>,
    /// The request body.
    pub(crate) body: Option<RequestBody<'a>>,
    /// The responses, in the order of the description.
    pub(crate) answers: Vec<Answer<'a>>,
    /// How to iterate over all items of a list.
    pub(crate) pages: Option<Pages<'a>>,
    /// The documentation of the operation.
    pub(crate) docs: Docs,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Argument<'a> {
    /// The parameter.
    pub(crate) parameter: &'a Parameter,
    /// The name of the parameter.
    pub(crate) name: String,
    /// The type of the parameter.
    pub(crate) ty: Ty,
    /// The index among the parameters that the client can set for all calls, if it is one of them.
    pub(crate) global: Option<usize>,
    /// The documentation of the parameter.
    pub(crate) docs: Docs,
}

impl Argument<'_> {
    /// Returns whether each call must set it.
    pub(crate) const fn is_required(&self) -> bool {
        self.parameter.required && self.global.is_none()
    }

    /// Returns whether it needs a value, which either the client or the call sets.
    pub(crate) const fn is_needed(&self) -> bool {
        self.parameter.required && self.global.is_some()
    }
}

/// A request body.
#[derive(Debug)]
pub(crate) struct RequestBody<'a> {
    /// The body.
    pub(crate) body: &'a Body,
    /// Its media types, in the order of the description.
    pub(crate) contents: Vec<Content>,
    /// The property of a JSON body that makes the request idempotent (`x-idempotency-property`). If
    /// the caller leaves it out, the SDK generates a UUID.
    pub(crate) idempotency: Option<&'a Property>,
    /// The documentation of the request body.
    pub(crate) docs: Docs,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    /// The response.
    pub(crate) response: &'a Response,
    /// Its name, in Pascal case.
    pub(crate) name: String,
    /// The media types of its body; empty if it has no body.
    pub(crate) contents: Vec<Content>,
    /// The documentation of the response.
    pub(crate) docs: Docs,
}

impl<'a> Call<'a> {
    pub(super) fn new(types: &Types<'a>, language: &Language, index: usize, names: &Names) -> Self {
        let operation = &types.api.operations[index];
        let mut scope = Scope::new(language.argument, language.arguments);
        let parameters = operation.parameters.iter();
        let arguments = parameters.map(|parameter| Argument {
            parameter,
            name: scope.claim_or(&parameter.name, parameter.location.as_str()),
            ty: types.ty(parameter.schema),
            global: None,
            docs: Docs::default(),
        });
        let arguments = arguments.collect();
        let mut scope = Scope::new(Case::Pascal, &[]);
        let responses = operation.responses.iter();
        let answers: Vec<_> = responses
            .map(|response| Answer {
                response,
                name: scope.claim_or(&status::name(response.status), "status"),
                contents: content::of_response(types, language, operation.method, response),
                docs: Docs::default(),
            })
            .collect();
        Self {
            operation,
            index,
            method: names.method.clone(),
            unique: names.unique.clone(),
            pascal: names.pascal.clone(),
            arguments,
            body: operation
                .body
                .as_ref()
                .map(|body| request_body(types, language, operation, body)),
            answers,
            pages: None,
            docs: Docs::default(),
        }
    }

    /// Returns the arguments that need a value, which the client can set for all calls.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &Argument<'a>> {
        self.arguments.iter().filter(|one| one.is_needed())
    }

    /// Returns the successful responses. If none is declared, `default` counts as a success as well
    /// as an error.
    pub(crate) fn successes(&self) -> impl Iterator<Item = &Answer<'a>> {
        let status = |answer: &&Answer<'_>| answer.response.status;
        let declared = self.answers.iter().any(|a| status(&a).is_success());
        let answers = self.answers.iter();
        answers.filter(move |answer| match status(answer) {
            Status::Default => !declared,
            other => other.is_success(),
        })
    }

    /// Returns the error responses.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &Answer<'a>> {
        let answers = self.answers.iter();
        answers.filter(|answer| !answer.response.status.is_success())
    }

    /// Returns the results of the method: each kind of body of a success once, in the order of the
    /// description; `None` means no body.
    pub(crate) fn results(&self) -> Vec<Option<ContentKind>> {
        distinct(self.successes())
    }
}

fn distinct<'r, 'a: 'r>(answers: impl Iterator<Item = &'r Answer<'a>>) -> Vec<Option<ContentKind>> {
    let mut kinds = Vec::new();
    let mut known = HashSet::new();
    for answer in answers {
        let contents = answer.contents.iter();
        let mut own: Vec<_> = contents.map(|content| Some(&content.kind)).collect();
        if own.is_empty() {
            own.push(None);
        }
        kinds.extend(own.into_iter().filter(|kind| known.insert(*kind)));
    }
    kinds
        .into_iter()
        .map(Option::<&ContentKind>::cloned)
        .collect()
}

fn request_body<'a>(
    types: &Types<'a>,
    language: &Language,
    operation: &'a Operation,
    body: &'a Body,
) -> RequestBody<'a> {
    let contents = content::of_request(types, language, &body.content);
    let idempotency = operation.idempotency.as_deref().and_then(|name| {
        let json = contents.iter().find_map(|content| match &content.kind {
            ContentKind::Json(Ty::Declared(id)) => types.record(*id),
            _ => None,
        });
        Some(json?.field(name)?.property)
    });
    RequestBody {
        body,
        contents,
        idempotency,
        docs: Docs::default(),
    }
}

/// Pass: names all operations.
pub(super) fn name(ir: &mut Ir<'_>) {
    ir.names = names(ir.api, ir.language);
}

/// Returns the name of each operation's method in its group, which begins with these reserved names.
fn in_groups(api: &Api, reserved: &Scope) -> Vec<String> {
    let mut groups: HashMap<Option<&str>, Scope> = HashMap::new();
    let operations = api.operations.iter().zip(methods(api));
    let names = operations.map(|(operation, method)| {
        let group = groups.entry(operation.tag());
        let scope = group.or_insert_with(|| reserved.clone());
        scope.claim_first([&method, &operation.id], operation.method.field())
    });
    names.collect()
}

fn names(api: &Api, language: &Language) -> Vec<Names> {
    let mut uniques = Scope::new(language.method, language.operations);
    let mut pascals = Scope::new(Case::Pascal, language.operation_types);
    let methods = in_groups(api, &Scope::new(language.method, language.methods));
    let names = api.operations.iter().zip(methods);
    let names = names.map(|(operation, method)| Names {
        method,
        unique: uniques.claim_or(&operation.id, operation.method.field()),
        pascal: pascals.claim_family(&operation.id, "operation", language.operation_endings),
    });
    names.collect()
}
