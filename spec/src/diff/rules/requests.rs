//! Rules on parameters and request bodies.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "new-optional-request-parameter",
        category: Category::Wire,
        title: "There is a new parameter that may be left out.",
        meaning: "Callers who do not send it are not affected.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Without the parameter the operation must do what it did before.",
    },
    Single {
        id: "new-required-request-parameter",
        category: Category::Wire,
        title: "There is a new parameter that must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the parameter optional, and let the operation do without it what it did before.",
    },
    Single {
        id: "request-parameter-removed",
        category: Category::Behavior,
        title: "A parameter is gone.",
        meaning: "Callers still send it. The service ignores it, so that a filter no longer filters, or refuses the request.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the parameter; deprecate it if it should not be used any more.",
    },
    Single {
        id: "request-parameter-became-required",
        category: Category::Wire,
        title: "A parameter must be sent now.",
        meaning: "Calls that leave it out, which was allowed, are refused.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the parameter optional, with the behavior that calls without it have had so far.",
    },
    Single {
        id: "request-parameter-became-optional",
        category: Category::Wire,
        title: "A parameter may be left out now.",
        meaning: "Callers who go on sending the parameter are not affected.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, required: true, schema: {type: string}}
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
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-parameter-deprecated",
        category: Category::Behavior,
        title: "A parameter is deprecated.",
        meaning: "It works as before; clients generated from the new description mark it.",
        source: "“Specifies that a parameter is deprecated and SHOULD be transitioned out of usage.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, deprecated: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done, as long as the parameter keeps working.",
    },
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
        id: "request-body-became-required",
        category: Category::Wire,
        title: "The request body must be sent now.",
        meaning: "Calls without a body, which were allowed, are refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `required: false`, with the behavior that calls without a body have had so far.",
    },
    Single {
        id: "request-body-became-optional",
        category: Category::Wire,
        title: "The request body may be left out now.",
        meaning: "Callers who go on sending the body are not affected.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-body-added-required",
        category: Category::Wire,
        title: "There is a request body now, and it must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the body optional, and let the operation do without it what it did before.",
    },
    Single {
        id: "request-body-added-optional",
        category: Category::Wire,
        title: "There is a request body now, which may be left out.",
        meaning: "Callers who send no body are not affected, as it is optional.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-body-removed",
        category: Category::Wire,
        title: "The request body is gone.",
        meaning: "What callers send in it is ignored, or the request is refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the request body, or add an operation without one.",
    },
    Single {
        id: "request-body-media-type-removed",
        category: Category::Wire,
        title: "A media type of the request body is not accepted any more.",
        meaning: "Callers who send it get 415 (Unsupported Media Type).",
        source: "“The content of the request body. The key is a media type or media type range and the value describes it.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json: {schema: {type: string}}
          text/plain: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep accepting the media type, at least until its end was announced.",
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
    Single {
        id: "request-body-media-type-parameters-changed",
        category: Category::Wire,
        title: "The media type of the request body has other parameters.",
        meaning: "A parameter such as a version or a profile belongs to the media type. Callers send the old one, which the service no longer names. Parameters that are only gone are harmless, and so is the charset of JSON.",
        source: "“The type/subtype MAY be followed by semicolon-delimited parameters in the form of name/value pairs. The presence or absence of a parameter might be significant to the processing of a media type.” (RFC 9110 §8.3.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json;version=1: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json;version=2: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Accept the old media type with its parameters beside the new one.",
    },
    Single {
        id: "request-body-media-type-added",
        category: Category::Wire,
        title: "Another media type of the request body is accepted.",
        meaning: "Callers who send the old ones are not affected.",
        source: "“The content of the request body. The key is a media type or media type range and the value describes it.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json: {schema: {type: string}}
          text/plain: {schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-body-encoding-changed",
        category: Category::Wire,
        title: "The fields of a form in the request body are written in another way.",
        meaning: "`encoding` says how each property becomes a field of a form; old forms may be misread.",
        source: "“A map between a property name and its encoding information.” (OpenAPI 3.1.0 §4.8.14.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string}}}
            encoding: {file: {contentType: image/png}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `encoding`, or have the service read both forms.",
    },
    Single {
        id: "new-optional-request-property",
        category: Category::Wire,
        title: "There is a new property of the request body that may be left out.",
        meaning: "Callers who do not send it are not affected.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Without the property the operation must do what it did before.",
    },
    Single {
        id: "new-required-request-property",
        category: Category::Wire,
        title: "There is a new property of the request body that must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the property optional, and choose a behavior without it that is the one of before.",
    },
    Single {
        id: "new-required-request-property-with-default",
        category: Category::Wire,
        title: "There is a new required property of the request body that has a default.",
        meaning: "`required` and `default` contradict each other: a validator refuses a request without the property, whatever its default.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, default: none}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Remove the property from `required` and keep the default.",
    },
    Single {
        id: "request-property-removed",
        category: Category::Wire,
        title: "A property of the request body is gone.",
        meaning: "Callers still send it, and the service ignores it or refuses the request.",
        source: "“The value of \"properties\" MUST be an object. Each value of this object MUST be a valid JSON Schema.” (JSON Schema 2020-12 §10.3.2.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the property; deprecate it if it should not be used any more.",
    },
    Single {
        id: "request-optional-property-became-read-only",
        category: Category::Behavior,
        title: "An optional property cannot be sent any more.",
        meaning: "`readOnly: true` says that only the service sets it. Callers who send it find their value ignored, or are refused.",
        source: "“If \"readOnly\" has a value of boolean true, it indicates that the value of the instance is managed exclusively by the owning authority” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string, readOnly: true}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the property writable, or ignore it in requests for good and say so.",
    },
    Single {
        id: "request-required-property-became-read-only",
        category: Category::Behavior,
        title: "A required property cannot be sent any more.",
        meaning: "`readOnly: true` says that only the service sets it. Callers who send it find their value ignored, or are refused.",
        source: "“If \"readOnly\" has a value of boolean true, it indicates that the value of the instance is managed exclusively by the owning authority” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, readOnly: true}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the property writable, or ignore it in requests for good and say so.",
    },
    Single {
        id: "request-required-property-became-not-read-only",
        category: Category::Wire,
        title: "A required property, which only the service set, must be sent now.",
        meaning: "Existing calls lack it, since they were not to send it, and are refused.",
        source: "“If \"readOnly\" has a value of boolean true, it indicates that the value of the instance is managed exclusively by the owning authority” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, readOnly: true}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the property optional in requests, or keep `readOnly: true`.",
    },
    Single {
        id: "request-optional-property-became-not-read-only",
        category: Category::Wire,
        title: "An optional property, which only the service set, can be sent now.",
        meaning: "Callers who do not send it are not affected.",
        source: "“If \"readOnly\" has a value of boolean true, it indicates that the value of the instance is managed exclusively by the owning authority” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string, readOnly: true}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
];
