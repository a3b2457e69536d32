//! Rules on parameters: how their values are written.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "request-parameter-style-changed",
        category: Category::Wire,
        title: "The value of a parameter is written in another way.",
        meaning: "`style` or `explode` changed, such as from `tags=a&tags=b` to `tags=a,b`. A service that reads only the new form misreads old requests.",
        source: "“Describes how the parameter value will be serialized depending on the type of the parameter value.” (OpenAPI 3.1.0 §4.8.12.2.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: tags, in: query, explode: true, schema: {type: array, items: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `style` and `explode`, or have the service read both forms.",
    },
    Single {
        id: "request-parameter-media-type-changed",
        category: Category::Wire,
        title: "The value of a parameter is of another media type.",
        meaning: "The text of the parameter is serialized differently, so old values cannot be parsed.",
        source: "“For more complex scenarios, the content property can define the media type and schema of the parameter.” (OpenAPI 3.1.0 §4.8.12.2.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: filter, in: query, content: {application/json: {schema: {type: string}}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: filter, in: query, content: {text/plain: {schema: {type: string}}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the media type, and add a parameter with the new one.",
    },
    Single {
        id: "request-parameter-allow-empty-removed",
        category: Category::Wire,
        title: "A parameter must not be empty any more.",
        meaning: "`?q=` was allowed by `allowEmptyValue`, and is refused now.",
        source: "“Sets the ability to pass empty-valued parameters. This is valid only for query parameters and allows sending a parameter with an empty value.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, allowEmptyValue: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `allowEmptyValue: true`, and treat the empty value as before.",
    },
    Single {
        id: "request-parameter-property-removed",
        category: Category::Wire,
        title: "A property of a parameter that is an object is gone.",
        meaning: "Callers still send it, and the service ignores it or refuses the request.",
        source: "“The value of \"properties\" MUST be an object. Each value of this object MUST be a valid JSON Schema.” (JSON Schema 2020-12 §10.3.2.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: f, in: query, style: deepObject, schema: {type: object, properties: {a: {type: string}, b: {type: string}}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: f, in: query, style: deepObject, schema: {type: object, properties: {a: {type: string}}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the property; deprecate it if it should not be used any more.",
    },
    Single {
        id: "request-parameter-allow-reserved-removed",
        category: Category::Wire,
        title: "Reserved characters in the value of a parameter have to be encoded now.",
        meaning: "Callers who send `/` or `?` as they are, which `allowReserved` permitted, may be refused or misread.",
        source: "“Determines whether the parameter value SHOULD allow reserved characters, as defined by [RFC3986] Section 2.2 `:/?#[]@!$&'()*+,;=` to be included without percent-encoding.” (OpenAPI 3.1.0 §4.8.12.2.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: path, in: query, allowReserved: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: path, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `allowReserved`, or have the service read both forms.",
    },
];
