//! Rules on what only people read.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "api-description-changed",
        category: Category::Docs,
        title: "The title or the description of the API changed.",
        meaning: "Only people read it. The documentation of generated SDKs begins with it.",
        source: "“A description of the API. CommonMark syntax MAY be used for rich text representation.” (OpenAPI 3.1.0 §4.8.2.1)",
        example: (
            r#"
info: {title: Offers, version: "1.0"}
"#,
            r#"
info: {title: Offers and agreements, version: "1.0"}
"#,
        ),
        fix: "Nothing has to be done. Publish the documentation again.",
    },
    Single {
        id: "tag-description-changed",
        category: Category::Docs,
        title: "What a tag says of its operations changed.",
        meaning: "Only people read it. Generated SDKs document the group of methods with it.",
        source: "“A description for the tag. CommonMark syntax MAY be used for rich text representation.” (OpenAPI 3.1.0 §4.8.22.1)",
        example: (
            "
tags: [{name: offers, description: What is sold}]
",
            "
tags: [{name: offers, description: What is for sale}]
",
        ),
        fix: "Nothing has to be done. Publish the documentation again.",
    },
    Single {
        id: "endpoint-description-changed",
        category: Category::Docs,
        title: "The summary or the description of an operation changed.",
        meaning: "Requests and responses are the same as far as they are described. A text can still announce that the service does something else: read both.",
        source: "“A verbose explanation of the operation behavior.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      summary: Lists offers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      summary: Lists all offers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "request-parameter-description-changed",
        category: Category::Docs,
        title: "The description of a parameter changed.",
        meaning: "The same values are accepted. A text can still give them another meaning: read both.",
        source: "“A brief description of the parameter. This could contain examples of use.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters: [{name: page, in: query, description: The page, schema: {type: integer}}]
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters: [{name: page, in: query, description: The number of the page, schema: {type: integer}}]
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "request-body-description-changed",
        category: Category::Docs,
        title: "The description of a request body changed.",
        meaning: "The same bodies are accepted. A text can still give them another meaning: read both.",
        source: "“A brief description of the request body. This could contain examples of use.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody: {description: An offer, content: {text/plain: {}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody: {description: The new offer, content: {text/plain: {}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "response-description-changed",
        category: Category::Docs,
        title: "The summary or the description of a response changed.",
        meaning: "The same responses are sent. A text can still give a status another meaning: read both.",
        source: "“REQUIRED. A description of the response. CommonMark syntax MAY be used for rich text representation.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: No offers}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "response-header-description-changed",
        category: Category::Docs,
        title: "The description of a header field of a response changed.",
        meaning: "The same values are sent. A text can still give them another meaning: read both.",
        source: "“The Header Object follows the structure of the Parameter Object” (OpenAPI 3.1.0 §4.8.21)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: Done
          headers: {X-Total: {description: How many, schema: {type: integer}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: Done
          headers: {X-Total: {description: How many there are, schema: {type: integer}}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "schema-description-changed",
        category: Category::Docs,
        title: "The title or the description of a schema changed.",
        meaning: "The same values are valid. A text can still give them another meaning: read both. It is reported once, wherever the schema is used.",
        source: "“Both of these keywords can be used to decorate a user interface with information about the data produced by this user interface.” (JSON Schema validation 2020-12 §9.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Done
          content: {application/json: {schema: {type: string, description: A name}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Done
          content: {application/json: {schema: {type: string, description: The name of an offer}}}
"#,
        ),
        fix: "Nothing has to be done if the meaning stays. If it does not, describe the new meaning under a new name, and deprecate the old one.",
    },
    Single {
        id: "example-changed",
        category: Category::Docs,
        title: "The examples of a value are others.",
        meaning: "Only people read them, and tools that show or send samples.",
        source: "“Example of the parameter's potential value.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters: [{name: page, in: query, example: 1, schema: {type: integer}}]
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters: [{name: page, in: query, example: 2, schema: {type: integer}}]
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Publish the documentation again.",
    },
];
