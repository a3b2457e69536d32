//! Rules on properties of requests: which become read-only.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "request-optional-property-became-read-only",
        category: Category::Behavior,
        title: "An optional property can no longer be sent.",
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
        title: "A required property can no longer be sent.",
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
