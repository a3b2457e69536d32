//! Rules on links between responses and operations.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "response-link-removed",
        category: Category::Behavior,
        title: "A response no longer says which operation can use its values.",
        meaning: "Clients that follow the link by its name find it no more. Requests and responses stay the same.",
        source: "“The presence of a link does not guarantee the caller’s ability to successfully invoke it, rather it provides a known relationship and traversal mechanism between responses and other operations.” (OpenAPI 3.1.0 §4.8.20)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses:
        "201":
          description: Created
          links:
            next: {operationId: getOffer, parameters: {id: "$response.body#/id"}}
  /offers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getOffer
      responses:
        "200": {description: An offer}
    delete:
      operationId: deleteOffer
      responses:
        "204": {description: Gone}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses:
        "201":
          description: Created
  /offers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getOffer
      responses:
        "200": {description: An offer}
    delete:
      operationId: deleteOffer
      responses:
        "204": {description: Gone}
"#,
        ),
        fix: "Keep the link, even if there is a better one.",
    },
    Single {
        id: "response-link-changed",
        category: Category::Behavior,
        title: "A link leads to another operation, or passes other values.",
        meaning: "Clients that follow the link by its name call something else now.",
        source: "“A map of operations links that can be followed from the response. The key of the map is a short name for the link.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses:
        "201":
          description: Created
          links:
            next: {operationId: getOffer, parameters: {id: "$response.body#/id"}}
  /offers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getOffer
      responses:
        "200": {description: An offer}
    delete:
      operationId: deleteOffer
      responses:
        "204": {description: Gone}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses:
        "201":
          description: Created
          links:
            next: {operationId: deleteOffer, parameters: {id: "$response.body#/id"}}
  /offers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getOffer
      responses:
        "200": {description: An offer}
    delete:
      operationId: deleteOffer
      responses:
        "204": {description: Gone}
"#,
        ),
        fix: "Give the new link another name, and keep the old one.",
    },
];
