//! Names of HTTP statuses (RFC 9110 §15 and the registry of IANA).

use spec::model::Status;

/// Returns the name of a response by its status: `NotFound`, `ClientError`, `Status799`.
pub(crate) fn name(status: Status) -> String {
    let name = match status {
        Status::Default => "Default",
        Status::Range(1) => "Informational",
        Status::Range(2) => "Success",
        Status::Range(3) => "Redirection",
        Status::Range(4) => "ClientError",
        Status::Range(_) => "ServerError",
        Status::Code(code) => return reason(code),
    };
    name.to_owned()
}

/// Returns whether responses with this status have no body, whatever a description says (RFC 9110
/// §15.3.5, §15.4.5).
pub(crate) const fn has_no_body(status: Status) -> bool {
    matches!(status, Status::Code(204 | 205 | 304) | Status::Range(1))
}

/// Returns the reason phrase as a name: `NotFound`; `Status799` without one.
fn reason(code: u16) -> String {
    let name = match code {
        100 => "Continue",
        101 => "SwitchingProtocols",
        102 => "Processing",
        103 => "EarlyHints",
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        203 => "NonAuthoritativeInformation",
        204 => "NoContent",
        205 => "ResetContent",
        206 => "PartialContent",
        207 => "MultiStatus",
        208 => "AlreadyReported",
        226 => "ImUsed",
        300 => "MultipleChoices",
        301 => "MovedPermanently",
        302 => "Found",
        303 => "SeeOther",
        304 => "NotModified",
        307 => "TemporaryRedirect",
        308 => "PermanentRedirect",
        400 => "BadRequest",
        401 => "Unauthorized",
        402 => "PaymentRequired",
        403 => "Forbidden",
        404 => "NotFound",
        405 => "MethodNotAllowed",
        406 => "NotAcceptable",
        407 => "ProxyAuthenticationRequired",
        408 => "RequestTimeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "LengthRequired",
        412 => "PreconditionFailed",
        413 => "ContentTooLarge",
        414 => "UriTooLong",
        415 => "UnsupportedMediaType",
        416 => "RangeNotSatisfiable",
        417 => "ExpectationFailed",
        421 => "MisdirectedRequest",
        422 => "UnprocessableContent",
        423 => "Locked",
        424 => "FailedDependency",
        425 => "TooEarly",
        426 => "UpgradeRequired",
        428 => "PreconditionRequired",
        429 => "TooManyRequests",
        431 => "RequestHeaderFieldsTooLarge",
        451 => "UnavailableForLegalReasons",
        500 => "InternalServerError",
        501 => "NotImplemented",
        502 => "BadGateway",
        503 => "ServiceUnavailable",
        504 => "GatewayTimeout",
        505 => "HttpVersionNotSupported",
        507 => "InsufficientStorage",
        508 => "LoopDetected",
        511 => "NetworkAuthenticationRequired",
        other => return format!("Status{other}"),
    };
    name.to_owned()
}
