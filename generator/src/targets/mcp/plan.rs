//! Decides which operations become tools, for both `tools.json` and `bindings.json`.

use spec::model::{
    Body, Location, MediaType, Method, Operation, Parameter, Response, SchemaId, SecurityKind,
    Status,
};
use spec::{Api, Pattern};

use super::content::{self, Encoding};
use super::names;

use crate::config::Mcp;
use crate::ir::secrets::Secrets;

/// All tools.
pub(super) struct Plan<'a> {
    pub(super) api: &'a Api,
    /// The tools, in the order of the description.
    pub(super) tools: Vec<Tool<'a>>,
    /// The operations that are no tools, each with the reason.
    pub(super) left_out: Vec<(&'a Operation, Reason)>,
}

/// The reason that an operation is no tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The description says so.
    Extension,
    /// The settings select other operations.
    Selection,
    /// It takes or returns a secret.
    Secret,
}

/// An operation as a tool.
pub(super) struct Tool<'a> {
    pub(super) name: String,
    pub(super) operation: &'a Operation,
    pub(super) arguments: Vec<Argument<'a>>,
    pub(super) body: Option<BodyArgument<'a>>,
    pub(super) answers: Vec<Answer<'a>>,
    /// Whether the result is the body of the only response, without an envelope.
    pub(super) is_bare: bool,
}

/// A parameter as an argument.
pub(super) struct Argument<'a> {
    pub(super) name: String,
    pub(super) parameter: &'a Parameter,
}

/// The request body as an argument.
pub(super) struct BodyArgument<'a> {
    pub(super) body: &'a Body,
    pub(super) media: &'a MediaType,
    pub(super) encoding: Encoding,
}

/// A possible success of an operation: a status and a media type.
pub(super) struct Answer<'a> {
    pub(super) response: &'a Response,
    pub(super) content: Option<(&'a MediaType, Encoding)>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(api: &'a Api, settings: &Mcp) -> Self {
        let mut kept = Vec::new();
        let mut left_out = Vec::new();
        let mut secrets = Secrets::new(api);
        for operation in &api.operations {
            match reason_against(operation, settings, &mut secrets) {
                Some(reason) => left_out.push((operation, reason)),
                None => kept.push(operation),
            }
        }
        let names = names::tools(&kept);
        let tools = kept.into_iter().zip(names);
        Self {
            api,
            tools: tools.map(|(o, name)| Tool::new(api, o, name)).collect(),
            left_out,
        }
    }
}

/// Returns the reason that an operation is no tool; `None` if it is one.
fn reason_against(
    operation: &Operation,
    settings: &Mcp,
    secrets: &mut Secrets<'_>,
) -> Option<Reason> {
    let said = operation.says_tool();
    let selects = |patterns: &[Pattern]| patterns.iter().any(|one| one.selects(operation));
    let is_selected = settings.include.is_empty() || selects(&settings.include);
    if said == Some(false) {
        Some(Reason::Extension)
    } else if !is_selected || selects(&settings.exclude) {
        Some(Reason::Selection)
    } else {
        let is_asked_for = settings.secrets || said == Some(true);
        (!is_asked_for && secrets.handles(operation)).then_some(Reason::Secret)
    }
}

impl<'a> Tool<'a> {
    fn new(api: &'a Api, operation: &'a Operation, name: String) -> Self {
        let body = operation.body.as_ref().and_then(|body| {
            let media = content::offered(body)?;
            let encoding = Encoding::of_request(media);
            Some(BodyArgument {
                body,
                media,
                encoding,
            })
        });
        let given = |parameter: &&Parameter| !is_credential(api, parameter);
        let parameters: Vec<_> = operation.parameters.iter().filter(given).collect();
        let names = names::arguments(&parameters, body.is_some());
        let arguments = names.into_iter().zip(parameters);
        let answers = answers(operation);
        Self {
            name,
            operation,
            arguments: arguments
                .map(|(name, parameter)| Argument { name, parameter })
                .collect(),
            body,
            is_bare: is_bare(api, &answers),
            answers,
        }
    }
}

impl Answer<'_> {
    pub(super) fn schema(&self) -> Option<SchemaId> {
        self.content.and_then(|(media, _)| media.schema)
    }
}

/// Returns whether a parameter only carries credentials, which the operator of the MCP server has
/// and the caller of the tool does not.
fn is_credential(api: &Api, parameter: &Parameter) -> bool {
    let same = |name: &str| match parameter.location {
        Location::Header => parameter.name.eq_ignore_ascii_case(name),
        _ => parameter.name == name,
    };
    let of_scheme = api
        .security_schemes
        .iter()
        .any(|scheme| match &scheme.kind {
            SecurityKind::ApiKey { name, location, .. } => {
                *location == parameter.location && same(name)
            }
            _ => false,
        });
    let is_header = parameter.location == Location::Header;
    of_scheme
        || is_header
            && ["authorization", "proxy-authorization", "cookie"]
                .into_iter()
                .any(same)
}

/// Returns the declared successes or, without any, what is declared for all statuses.
fn answers(operation: &Operation) -> Vec<Answer<'_>> {
    let mut responses: Vec<_> = operation
        .responses
        .iter()
        .filter(|response| response.status.is_success())
        .collect();
    if responses.is_empty() {
        let rest = operation.responses.iter();
        responses.extend(rest.filter(|response| response.status == Status::Default));
    }
    let mut answers = Vec::new();
    for response in responses {
        let before = answers.len();
        if has_body(operation.method, response.status) {
            answers.extend(response.content.iter().map(|media| Answer {
                response,
                content: Some((media, Encoding::of_answer(media))),
            }));
        }
        if answers.len() == before {
            let content = None;
            answers.push(Answer { response, content });
        }
    }
    answers
}

/// Returns whether a response can have a body at all (RFC 9110 §6.4.1), whatever is declared.
const fn has_body(method: Method, status: Status) -> bool {
    !matches!(
        (method, status),
        (Method::Head, _) | (_, Status::Code(204 | 205))
    )
}

fn is_bare(api: &Api, answers: &[Answer<'_>]) -> bool {
    let [only] = answers else {
        return false;
    };
    let is_json = only.content.is_some_and(|(_, e)| e == Encoding::Json);
    let is_object = |id| !api.is_nullable(id) && api.object(id).is_some();
    let is_one = matches!(only.response.status, Status::Code(_));
    is_one && is_json && only.schema().is_some_and(is_object)
}
