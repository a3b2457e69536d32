//! Rules on the credentials that operations need.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "api-security-added",
        category: Category::Wire,
        title: "Credentials that were enough are not any more.",
        meaning: "Callers with the old kind of credential get 401. An operation that was open and needs a credential now falls under this rule as well, and so does a webhook that may be sent without its credential.",
        source: "“Only one of the Security Requirement Objects need to be satisfied to authorize a request.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}, {key: []}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
        ),
        fix: "Keep accepting the old credentials; deprecate them if they have to go.",
    },
    Single {
        id: "api-security-scope-added",
        category: Category::Wire,
        title: "Scopes that were enough are not any more.",
        meaning: "Tokens that were issued for the old scopes get 403.",
        source: "“Only one of the Security Requirement Objects need to be satisfied to authorize a request.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read, write]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
        ),
        fix: "Keep the old scopes sufficient for what they allowed.",
    },
    Single {
        id: "api-security-removed",
        category: Category::Wire,
        title: "An operation needs no credential any more.",
        meaning: "Callers are not affected, and anyone can call it now. The same rule is about a webhook that is no longer sent with a credential.",
        source: "“Only one of the Security Requirement Objects need to be satisfied to authorize a request.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: []
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
        ),
        fix: "Nothing has to be done for callers. Put the requirement back, unless the operation is meant to be public.",
    },
    Single {
        id: "api-security-scope-removed",
        category: Category::Wire,
        title: "Fewer scopes are enough.",
        meaning: "Callers are not affected, and tokens with less privilege can call the operation now.",
        source: "“Only one of the Security Requirement Objects need to be satisfied to authorize a request.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read, write]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
        ),
        fix: "Nothing has to be done for callers. Check that the smaller scope is meant to allow this operation.",
    },
    Single {
        id: "api-security-alternative-added",
        category: Category::Wire,
        title: "Another kind of credential is enough.",
        meaning: "Callers with the old kind are not affected.",
        source: "“Only one of the Security Requirement Objects need to be satisfied to authorize a request.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      security: [{oauth: [read]}, {key: []}]
      responses: {"204": {description: Done}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
    key: {type: apiKey, in: header, name: X-Key}
"#,
        ),
        fix: "Nothing has to be done. Taking the alternative away again later would break those who use it.",
    },
];
