//! Rules on request bodies: their media types.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
];
