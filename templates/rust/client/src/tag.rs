{{ docs|code }}

use std::convert::Infallible;

use crate::runtime::{self, Answer, Client, Error{% if pages %}, Items, Page, Paging{% endif %}, Request};
use types::operations;

impl Client {
    {{ group_docs|code }}
    pub fn {{ method|code }}(&self) -> {{ handle|code }}<'_> {
        {{ handle|code }} { client: self }
    }
}

{{ group_docs|code }}
#[derive(Debug, Clone, Copy)]
pub struct {{ handle|code }}<'c> {
    client: &'c Client,
}

impl {{ handle|code }}<'_> {
    {%- for call in calls %}
    {{ call.docs|code }}
    pub fn {{ call.method|code }}({{ call.arguments|code }}) -> {{ call.name|code }} {
        {{ call.name|code }}(Request::new(self.client, &operations::{{ call.constant|code }}){{ call.sets|code }})
    }
    {%- if let Some(stream) = call.stream %}
    {{ stream.docs|code }}
    pub fn {{ stream.method|code }}({{ call.arguments|code }}) -> Items<{{ stream.item|code }}, {{ call.error|code }}> {
        self.{{ call.method|code }}({{ call.passed|code }}).all()
    }
    {%- endif %}
    {%- endfor %}
}

{% for call in calls %}
/// A call of [`{{ call.handle|code }}::{{ call.method|code }}`].
#[derive(Debug)]
#[must_use = "nothing is sent unless it is awaited"]
pub struct {{ call.name|code }}(Request);

{% if !call.options.is_empty() || call.stream.is_some() %}
impl {{ call.name|code }} {
    {%- for option in call.options %}
    {{ option.docs|code }}
    pub fn {{ option.name|code }}(self, {{ option.name|code }}: {{ option.ty|code }}) -> Self {
        Self(self.0{{ option.set|code }})
    }
    {%- endfor %}
    {%- if let Some(body) = call.optional_body %}
    /// The body.
    pub fn body(self, body: {{ body.ty|code }}) -> Self {
        Self(self.0{{ body.set|code }})
    }
    {%- endif %}
    {%- if let Some(stream) = call.stream %}
    /// Returns every item, page by page.
    pub fn all(self) -> Items<{{ stream.item|code }}, {{ call.error|code }}> {
        let paging = {{ stream.paging|code }};
        Items::new(self.0, paging, |answer| {
            {{ call.read|code }}(answer).map(|page| Page::new({{ stream.items|code }}, answer))
        })
    }
    {%- endif %}
}
{% else if let Some(body) = call.optional_body %}
impl {{ call.name|code }} {
    /// The body.
    pub fn body(self, body: {{ body.ty|code }}) -> Self {
        Self(self.0{{ body.set|code }})
    }
}
{% endif %}

runtime::call!({{ call.name|code }}, {{ call.read|code }}, {{ call.success|code }}, {{ call.error|code }});
{%- if call.has_form %}
runtime::files!({{ call.name|code }});
{%- endif %}

{% if let Some(body) = call.body_enum %}
/// The request bodies that [`{{ call.handle|code }}::{{ call.method|code }}`] accepts.
#[derive(Debug)]
#[non_exhaustive]
pub enum {{ body.name|code }}{{ body.lifetime|code }} {
    {%- for variant in body.variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}({{ variant.ty|code }}),
    {%- endfor %}
}

impl {{ body.name|code }}{{ body.elided|code }} {
    fn set(self, request: Request) -> Request {
        match self {
            {%- for arm in body.arms %}
            {{ arm|code }}
            {%- endfor %}
        }
    }
}
{% endif %}

{% if let Some(variants) = call.success_enum %}
/// The successful responses of [`{{ call.handle|code }}::{{ call.method|code }}`].
#[derive(Debug)]
#[non_exhaustive]
pub enum {{ call.success|code }} {
    {%- for variant in variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}{{ variant.ty|code }},
    {%- endfor %}
}
{% endif %}

{% if !call.errors.is_empty() %}
/// The error responses of [`{{ call.handle|code }}::{{ call.method|code }}`].
#[derive(Debug)]
#[non_exhaustive]
pub enum {{ call.error|code }} {
    {%- for variant in call.errors %}
    {{ variant.docs|code }}
    {{ variant.name|code }}{{ variant.ty|code }},
    {%- endfor %}
}
{% else if let Some(shared) = call.shared_error %}
/// The error responses of [`{{ call.handle|code }}::{{ call.method|code }}`], shared with other operations.
{%- for docs in shared.docs %}
///
{{ docs|code }}
{%- endfor %}
pub type {{ call.error|code }} = crate::errors::{{ shared.name|code }};
{% endif %}

fn {{ call.read|code }}(answer: &Answer) -> Result<{{ call.success|code }}, Error<{{ call.error|code }}>> {
    {%- if call.arms.is_empty() %}
    Err(answer.undeclared())
    {%- else %}
    match answer.declared() {
        {%- for arm in call.arms %}
        {{ arm|code }}
        {%- endfor %}
        _ => Err(answer.undeclared()),
    }
    {%- endif %}
}
{% endfor %}

/// Decodes a response to one of these operations.
pub(crate) fn decode(answer: &Answer) -> Option<Result<(), Error<Infallible>>> {
    Some(match answer.operation().id {
        {%- for call in calls %}
        {{ call.id|code }} => runtime::understood({{ call.read|code }}(answer)),
        {%- endfor %}
        _ => return None,
    })
}
