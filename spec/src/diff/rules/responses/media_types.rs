//! Rules on responses: their media types.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
];
