//! Decodes responses that were received elsewhere.

use std::convert::Infallible;

use crate::runtime::{self, Error};
use types::bytes::Bytes;

/// Decodes a response in the same way as a call of the operation, without sending anything. Returns
/// `Ok` where a call would return a value or an error that the description declares, and `None` if
/// the description has no operation with this `operationId`.
///
/// # Errors
/// Returns an error if the status or the media type is not declared, or the body does not have the
/// declared shape.
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
