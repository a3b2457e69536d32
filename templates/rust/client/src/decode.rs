//! Whether this client understands a response.

use std::convert::Infallible;

use crate::runtime::{self, Error};
use types::bytes::Bytes;

/// Reads a response as a call of the operation would, and sends nothing: `Ok` where a call would
/// return the value or an error that the description declares. `None` if the description has no
/// operation of this `operationId`.
///
/// # Errors
/// When a call would fail: the status or the media type is not declared, or the body is not of
/// the declared shape.
pub fn decode(
    operation_id: &str,
    status: u16,
    content_type: Option<&str>,
    body: Bytes,
) -> Option<Result<(), Error<Infallible>>> {
    {%- if reads.is_empty() %}
    runtime::answer(&crate::API, operation_id, status, content_type, body)?;
    None
    {%- else %}
    let answer = runtime::answer(&crate::API, operation_id, status, content_type, body)?;
    Some(match operation_id {
        {%- for read in reads %}
        {{ read.id|code }} => runtime::understood(crate::{{ read.module|code }}::{{ read.name|code }}(&answer)),
        {%- endfor %}
        _ => return None,
    })
    {%- endif %}
}
