//! Decodes responses that were received elsewhere.

use std::convert::Infallible;

use crate::runtime::{self, Answer, Error};
use types::bytes::Bytes;

/// Decodes a response in the same way as a call of the operation, without sending anything. Returns
/// `Ok` where a call would return a value or an error that the description declares, and `None` if
/// the description has no operation with this `operationId`, or the feature of its tag is off.
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
    let answer = runtime::answer(&crate::API, operation_id, status, content_type, body)?;
    let tags: &[fn(&Answer) -> Option<Result<(), Error<Infallible>>>] = &[
        {%- for tag in tags %}
        {%- if let Some(condition) = tag.condition %}
        #[cfg({{ condition|code }})]
        {%- endif %}
        crate::{{ tag.name|code }}::decode,
        {%- endfor %}
    ];
    tags.iter().find_map(|decode| decode(&answer))
}
