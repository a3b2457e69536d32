{{ docs|code }}

use crate::runtime;

{{ trait_docs|code }}
pub trait {{ name|code }}: {{ bound|code }} {
    {%- for operation in operations %}
    {{ operation.docs|code }}
    fn {{ operation.method|code }}(
        &self,
        {{ operation.context|code }},
        request: {{ operation.request|code }},
    ) -> impl Future<Output = {{ operation.response|code }}> + Send;
    {%- endfor %}
}

/// Returns the routes of [`{{ name|code }}`].
pub fn routes<A: {{ name|code }}>(api: &std::sync::Arc<A>) -> runtime::Routes {
    runtime::Routes::new(crate::SCHEMES, Vec::from([
        {%- for operation in operations %}
        runtime::{{ operation.kind|code }}(
            api,
            &types::operations::{{ operation.constant|code }},
            |api, {{ operation.context_name|code }}, request| {
                Box::pin({{ name|code }}::{{ operation.method|code }}(api, {{ operation.context_name|code }}, request))
            },
        ),
        {%- endfor %}
    ]))
}

/// Returns a router of only [`{{ name|code }}`].
pub fn router<A: {{ name|code }}>(api: A, config: runtime::Config) -> axum::Router {
    routes(&std::sync::Arc::new(api)).into_router(config)
}

{% for operation in operations %}
/// The arguments of [`{{ name|code }}::{{ operation.method|code }}`].
#[derive({{ operation.request_derives|code }})]
pub struct {{ operation.request|code }} {
    {%- for field in operation.fields %}
    {{ field.docs|code }}
    pub {{ field.name|code }}: {{ field.ty|code }},
    {%- endfor %}
}

impl runtime::Request for {{ operation.request|code }} {
    {% if let Some(streams) = operation.streams %}
    const STREAMS: &'static [&'static str] = &[{{ streams|code }}];
    {% endif %}
    fn read({% if operation.fields.is_empty() %}_{% else %}input{% endif %}: &runtime::Input) -> Result<Self, runtime::Rejection> {
        Ok(Self {
            {%- for field in operation.fields %}
            {{ field.name|code }}: {{ field.read|code }},
            {%- endfor %}
        })
    }

    {% if !operation.checks.is_empty() %}
    fn check(&self, v: &mut runtime::Validator) {
        {%- for check in operation.checks %}
        {{ check|code }}
        {%- endfor %}
    }
    {% endif %}
}

{% if let Some(body) = operation.body_enum %}
/// The request bodies of [`{{ name|code }}::{{ operation.method|code }}`].
#[derive({{ operation.request_derives|code }})]
pub enum {{ body.name|code }} {
    {%- for variant in body.variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}({{ variant.ty|code }}),
    {%- endfor %}
}
{% endif %}

/// The responses of [`{{ name|code }}::{{ operation.method|code }}`], without those that the stub
/// creates itself.
#[derive({{ operation.derives|code }})]
pub enum {{ operation.response|code }} {
    {%- for answer in operation.answers %}
    {{ answer.docs|code }}
    {{ answer.name|code }}{% if !answer.named.is_empty() %} {
        {%- for field in answer.named %}
        {{ field.docs|code }}
        {{ field.name|code }}: {{ field.ty|code }},
        {%- endfor %}
    }{% else %}{{ answer.tuple|code }}{% endif %},
    {%- endfor %}
    /// `501`: the operation is not implemented yet. The stub writes the response.
    Unimplemented,
}

impl runtime::Answer for {{ operation.response|code }} {
    fn into_reply(self) -> runtime::Reply {
        match self {
            {%- for answer in operation.answers %}
            Self::{{ answer.name|code }}{{ answer.pattern|code }} => {{ answer.reply|code }},
            {%- endfor %}
            Self::Unimplemented => runtime::Reply::unimplemented(),
        }
    }
}

{% for refusal in operation.refusals %}
runtime::refuse!({{ operation.response|code }}, {{ refusal|code }});
{% endfor %}
{% endfor %}
