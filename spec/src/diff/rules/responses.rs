//! Rules on responses: statuses, media types, headers and properties.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "response-success-status-removed",
        category: Category::Wire,
        title: "A status of success is gone.",
        meaning: "Callers who handle it, such as 202 for work that goes on, wait for an answer that does not come.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "202": {description: Not ready yet}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
        ),
        fix: "Keep answering with the status where it was answered.",
    },
    Single {
        id: "response-success-status-added",
        category: Category::Wire,
        title: "There is a new status of success.",
        meaning: "Typed clients decode a body by its status, and code that compares with one status takes the other for a failure.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "202": {description: Not ready yet}
"#,
        ),
        fix: "Answer with the new status only where callers ask for it, such as by a new parameter.",
    },
    Single {
        id: "response-non-success-status-removed",
        category: Category::Wire,
        title: "A status of failure is gone.",
        meaning: "The operation fails in one way less; callers who handle it handle what never comes.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "409": {description: Busy}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-non-success-status-added",
        category: Category::Wire,
        title: "There is a new status of failure.",
        meaning: "Clients have to handle any status of the classes 4xx and 5xx already.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "409": {description: Busy}
"#,
        ),
        fix: "Nothing has to be done. Do not answer with it where the same request succeeded before.",
    },
    Single {
        id: "response-media-type-removed",
        category: Category::Wire,
        title: "A media type of a response is gone.",
        meaning: "Callers who ask for it by `Accept` get 406, or something they cannot read.",
        source: "“A map containing descriptions of potential response payloads. The key is a media type or media type range and the value describes it.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json: {schema: {type: string}}
            text/csv: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json: {schema: {type: string}}
"#,
        ),
        fix: "Keep offering the media type to callers who ask for it by `Accept`.",
    },
    Single {
        id: "response-media-type-parameters-changed",
        category: Category::Wire,
        title: "The media type of the response has other parameters.",
        meaning: "A parameter such as a version or a profile belongs to the media type. Clients that look for the old one do not find it. New parameters are harmless, and so is the charset of JSON.",
        source: "“The type/subtype MAY be followed by semicolon-delimited parameters in the form of name/value pairs. The presence or absence of a parameter might be significant to the processing of a media type.” (RFC 9110 §8.3.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json;version=1: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json;version=2: {schema: {type: string}}
"#,
        ),
        fix: "Answer with the old media type unless the request asks for the new one.",
    },
    Single {
        id: "response-header-style-changed",
        category: Category::Wire,
        title: "The value of a response header is written in another way.",
        meaning: "`explode` changed, such as from `a,1` to `a=1`. Clients that read only the old form misread the new one.",
        source: "“When this is true, parameter values of type array or object generate separate parameters for each value of the array or key-value pair of the map.” (OpenAPI 3.1.0 §4.8.12.2.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: No offers
          headers:
            Counts: {schema: {type: object, additionalProperties: {type: integer}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: No offers
          headers:
            Counts: {explode: true, schema: {type: object, additionalProperties: {type: integer}}}
"#,
        ),
        fix: "Keep `explode`, or add a header field beside the old one.",
    },
    Single {
        id: "response-media-type-added",
        category: Category::Wire,
        title: "There is a new media type of a response.",
        meaning: "Callers who ask for another one by `Accept` are not affected.",
        source: "“A map containing descriptions of potential response payloads. The key is a media type or media type range and the value describes it.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json: {schema: {type: string}}
            text/csv: {schema: {type: string}}
"#,
        ),
        fix: "Nothing has to be done. Keep answering with the old one where `Accept` leaves the choice.",
    },
    Single {
        id: "response-body-encoding-changed",
        category: Category::Wire,
        title: "The fields of a form in a response are written in another way.",
        meaning: "`encoding` says how each property becomes a part; readers of the old form may fail.",
        source: "“A map between a property name and its encoding information.” (OpenAPI 3.1.0 §4.8.14.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            multipart/mixed:
              schema: {type: object, properties: {file: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            multipart/mixed:
              schema: {type: object, properties: {file: {type: string}}}
              encoding: {file: {contentType: image/png}}
"#,
        ),
        fix: "Keep `encoding`, or offer the new form as another media type.",
    },
    Single {
        id: "required-response-header-removed",
        category: Category::Wire,
        title: "A header that was always sent is gone.",
        meaning: "Callers were promised it and may rely on it.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
        ),
        fix: "Keep sending the header in every answer of this status.",
    },
    Single {
        id: "optional-response-header-removed",
        category: Category::Behavior,
        title: "A header that was sometimes sent is gone.",
        meaning: "Callers had to do without it at times, but may use it where it is there.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
        ),
        fix: "Keep sending the header, or check that no caller uses it.",
    },
    Single {
        id: "response-header-added",
        category: Category::Wire,
        title: "There is a new header of a response.",
        meaning: "Callers who do not know the header ignore it (RFC 9110 §5.1).",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-header-became-optional",
        category: Category::Wire,
        title: "A header that was always sent may be missing now.",
        meaning: "Callers who rely on it fail where it is missing.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
        ),
        fix: "Keep sending the header in every answer.",
    },
    Single {
        id: "response-header-became-required",
        category: Category::Wire,
        title: "A header that was sometimes sent is always sent now.",
        meaning: "Callers who can do without it are not affected.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-required-property-removed",
        category: Category::Wire,
        title: "A property that was always sent is gone.",
        meaning: "Callers who read it were promised it, and decoding fails in typed clients.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}}}
"#,
        ),
        fix: "Keep sending the property. If it has no meaning any more, send the last sensible value and mark it as deprecated.",
    },
    Single {
        id: "response-required-property-added",
        category: Category::Wire,
        title: "There is a new property of a response that is always sent.",
        meaning: "Clients must tolerate properties that they do not know.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done. Removing it from `required` later would break callers.",
    },
    Single {
        id: "response-required-property-became-write-only",
        category: Category::Wire,
        title: "A property that was always sent is not sent any more.",
        meaning: "`writeOnly: true` says that the service never sends it, so callers who read it find nothing. Clients that require it fail to decode the answer.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
        ),
        fix: "Keep sending the property, and leave `writeOnly` for new ones.",
    },
    Single {
        id: "response-required-property-became-not-write-only",
        category: Category::Wire,
        title: "A property that was never sent is always sent now.",
        meaning: "`writeOnly: true` is gone. Clients must tolerate properties that they do not know. Check that it is not a secret.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done for callers. Make sure that the value may be shown in every answer.",
    },
    Single {
        id: "response-optional-property-removed",
        category: Category::Types,
        title: "A property that was sometimes sent is gone.",
        meaning: "Callers who read it had to do without it at times, but lose what they show or compute with it.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}}}
"#,
        ),
        fix: "Keep sending the property. If it has no meaning any more, send the last sensible value and mark it as deprecated.",
    },
    Single {
        id: "response-optional-property-added",
        category: Category::Wire,
        title: "There is a new property of a response that is sometimes sent.",
        meaning: "Clients must tolerate properties that they do not know.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-optional-property-became-write-only",
        category: Category::Types,
        title: "A property that was sometimes sent is not sent any more.",
        meaning: "`writeOnly: true` says that the service never sends it, so callers who read it find nothing.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
        ),
        fix: "Keep sending the property, and leave `writeOnly` for new ones.",
    },
    Single {
        id: "response-optional-property-became-not-write-only",
        category: Category::Wire,
        title: "A property that was never sent is sometimes sent now.",
        meaning: "`writeOnly: true` is gone. Clients must tolerate properties that they do not know. Check that it is not a secret.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done for callers. Make sure that the value may be shown.",
    },
];
