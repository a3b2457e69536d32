//! One operation, as a method of a client.

use spec::model::{Api, Body, Kind, Operation, Parameter, Property, Response, Status};

use super::{Content, ContentKind, Form, Language, Ty, Types, body};
use crate::targets::names::{Case, Scope};
use crate::targets::status;

/// The names of one operation.
#[derive(Debug, Clone)]
pub(super) struct Names {
    pub(super) method: String,
    pub(super) pascal: String,
}

/// One operation.
#[derive(Debug)]
pub(in crate::targets) struct Call<'a> {
    /// The operation.
    pub(in crate::targets) operation: &'a Operation,
    /// The name of the method, unlike that of any other call of the API.
    pub(in crate::targets) method: String,
    /// The name for types of its own, in Pascal case: what is made of it (`…Error`, `…Params`)
    /// still has to be claimed.
    pub(in crate::targets) pascal: String,
    /// The parameters, in the order of the description.
    pub(in crate::targets) arguments: Vec<Argument<'a>>,
    /// The request body.
    pub(in crate::targets) body: Option<RequestBody<'a>>,
    /// The responses, in the order of the description.
    pub(in crate::targets) answers: Vec<Answer<'a>>,
    /// How to come by all items of a list.
    pub(in crate::targets) pages: Option<Pages<'a>>,
}

/// A parameter.
#[derive(Debug)]
pub(in crate::targets) struct Argument<'a> {
    /// The parameter.
    pub(in crate::targets) parameter: &'a Parameter,
    /// What it is called.
    pub(in crate::targets) name: String,
    /// What it may be.
    pub(in crate::targets) ty: Ty,
}

/// A request body.
#[derive(Debug)]
pub(in crate::targets) struct RequestBody<'a> {
    /// The body.
    pub(in crate::targets) body: &'a Body,
    /// The forms it can have, in the order of the description.
    pub(in crate::targets) contents: Vec<Content>,
    /// The property of a JSON body that makes the request safe to repeat
    /// (`x-idempotency-property`): where the caller leaves it out, the SDK makes a UUID.
    pub(in crate::targets) idempotency: Option<&'a Property>,
}

/// A response.
#[derive(Debug)]
pub(in crate::targets) struct Answer<'a> {
    /// The response.
    pub(in crate::targets) response: &'a Response,
    /// What it is called, in Pascal case.
    pub(in crate::targets) name: String,
    /// The forms its body can have; empty where it has none.
    pub(in crate::targets) contents: Vec<Content>,
}

/// How a list is paged. The next page is asked for with its offset until that is `null`.
#[derive(Debug)]
pub(in crate::targets) struct Pages<'a> {
    /// The index of the parameter for where a page starts.
    pub(in crate::targets) offset: usize,
    /// The property of the answer that holds the items; always there.
    pub(in crate::targets) items: &'a Property,
    /// What an item is.
    pub(in crate::targets) item: Ty,
    /// The property of the answer that holds the next offset, `null` or absent at the end.
    pub(in crate::targets) next: &'a Property,
    /// What a page is.
    pub(in crate::targets) page: Ty,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        types: &Types<'a>,
        language: &Language,
        operation: &'a Operation,
        names: &Names,
    ) -> Self {
        let mut scope = Scope::new(language.argument, language.arguments);
        let parameters = operation.parameters.iter();
        let arguments = parameters.map(|parameter| Argument {
            parameter,
            name: scope.claim_or(&parameter.name, parameter.location.as_str()),
            ty: types.ty(parameter.schema),
        });
        let arguments = arguments.collect();
        let mut scope = Scope::new(Case::Pascal, &[]);
        let responses = operation.responses.iter();
        let answers: Vec<_> = responses
            .map(|response| Answer {
                response,
                name: scope.claim_or(&status::name(response.status), "status"),
                contents: body::of_response(types, operation.method, response),
            })
            .collect();
        let mut call = Self {
            operation,
            method: names.method.clone(),
            pascal: names.pascal.clone(),
            arguments,
            body: operation
                .body
                .as_ref()
                .map(|body| request_body(types, operation, body)),
            answers,
            pages: None,
        };
        call.pages = call.find_pages(types);
        call
    }

    /// The responses that stand for success. Where none is declared, `default` does, besides
    /// standing for every error.
    pub(in crate::targets) fn successes(&self) -> impl Iterator<Item = &Answer<'a>> {
        let status = |answer: &&Answer<'_>| answer.response.status;
        let declared = self.answers.iter().any(|a| status(&a).is_success());
        let answers = self.answers.iter();
        answers.filter(move |answer| match status(answer) {
            Status::Default => !declared,
            other => other.is_success(),
        })
    }

    /// The responses that stand for errors.
    pub(in crate::targets) fn errors(&self) -> impl Iterator<Item = &Answer<'a>> {
        let answers = self.answers.iter();
        answers.filter(|answer| !answer.response.status.is_success())
    }

    /// What the method gives back: each kind of body that a success can have once, in the order of
    /// the description; `None` stands for no body.
    pub(in crate::targets) fn results(&self) -> Vec<Option<ContentKind>> {
        distinct(self.successes())
    }

    fn find_pages(&self, types: &Types<'a>) -> Option<Pages<'a>> {
        let pagination = self.operation.pagination.as_ref()?;
        let mut arguments = self.arguments.iter();
        let offset = arguments.position(|argument| argument.parameter.name == pagination.offset)?;
        let results = self.results();
        let [Some(ContentKind::Json(page))] = results.as_slice() else {
            return None;
        };
        let Ty::Declared(id) = types.unalias(page) else {
            return None;
        };
        let Kind::Object(object) = &types.get(id).schema.kind else {
            return None;
        };
        let named = |name: &str| object.properties.iter().find(|p| p.name == name);
        let items = named(&pagination.items).filter(|items| items.required)?;
        let Ty::List(item) = types.unalias(&types.nullable_ty(items.schema)) else {
            return None;
        };
        Some(Pages {
            offset,
            items,
            item: *item,
            next: named(&pagination.next_offset)?,
            page: page.clone(),
        })
    }
}

fn distinct<'r, 'a: 'r>(answers: impl Iterator<Item = &'r Answer<'a>>) -> Vec<Option<ContentKind>> {
    let mut kinds = Vec::new();
    for answer in answers {
        let contents = answer.contents.iter();
        let mut own: Vec<_> = contents.map(|content| Some(content.kind.clone())).collect();
        if own.is_empty() {
            own.push(None);
        }
        for kind in own {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

fn request_body<'a>(
    types: &Types<'a>,
    operation: &'a Operation,
    body: &'a Body,
) -> RequestBody<'a> {
    let contents = body::of_request(types, &body.content);
    let idempotency = operation.idempotency.as_deref().and_then(|name| {
        let json = contents.iter().find_map(|content| match &content.kind {
            ContentKind::Json(Ty::Declared(id)) => Some(types.get(*id)),
            _ => None,
        });
        let record = json.filter(|declared| declared.form == Form::Record)?;
        match &record.schema.kind {
            Kind::Object(object) => object.properties.iter().find(|p| p.name == name),
            _ => None,
        }
    });
    RequestBody {
        body,
        contents,
        idempotency,
    }
}

/// The names of all operations, in the order of the description.
pub(super) fn names(api: &Api, language: &Language) -> Vec<Names> {
    let mut methods = Scope::new(language.method, language.methods);
    let mut pascals = Scope::new(Case::Pascal, language.types);
    let operations = api.operations.iter();
    let names = operations.map(|operation| Names {
        method: methods.claim_or(&operation.id, operation.method.field()),
        pascal: pascals.claim_or(&operation.id, "operation"),
    });
    names.collect()
}
