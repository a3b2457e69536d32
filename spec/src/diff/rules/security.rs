//! Rules on credentials.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "api-security-added",
        category: Category::Wire,
        title: "Credentials that were enough are not any more.",
        meaning: "Callers with the old kind of credential get 401. An operation that was open and needs a credential now falls under this rule as well.",
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
        meaning: "Callers are not affected, but anyone can call it now. That is seldom meant.",
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
        fix: "Put the requirement back, unless the operation is meant to be public.",
    },
    Single {
        id: "api-security-scope-removed",
        category: Category::Wire,
        title: "Fewer scopes are enough.",
        meaning: "Callers are not affected, but tokens with less privilege can call the operation now.",
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
        fix: "Check that the smaller scope is meant to allow this operation.",
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
    Single {
        id: "api-security-component-removed",
        category: Category::Wire,
        title: "A security scheme is gone.",
        meaning: "Generated clients have a credential of this name; code that sets it does not compile any more.",
        source: "“Each name MUST correspond to a security scheme which is declared in the Security Schemes under the Components Object.” (OpenAPI 3.1.0 §4.8.30.1)",
        example: (
            "
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    bearer: {type: http, scheme: bearer}
",
            "
security: [{key: []}]
components:
  securitySchemes:
    bearer: {type: http, scheme: bearer}
",
        ),
        fix: "Keep the security scheme for as long as its credentials are accepted.",
    },
    Single {
        id: "api-security-component-added",
        category: Category::Wire,
        title: "There is a new security scheme.",
        meaning: "Callers with other credentials are not affected.",
        source: "“Each name MUST correspond to a security scheme which is declared in the Security Schemes under the Components Object.” (OpenAPI 3.1.0 §4.8.30.1)",
        example: (
            "
components:
  securitySchemes:
    bearer: {type: http, scheme: bearer}
",
            "
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    bearer: {type: http, scheme: bearer}
",
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "api-security-component-renamed",
        category: Category::Types,
        title: "A security scheme has another name, and is the same in all else.",
        meaning: "Requests are as before. The methods and types that generated clients have for the scheme are named after it.",
        source: "“Each name MUST correspond to a security scheme which is declared in the Security Schemes under the Components Object.” (OpenAPI 3.1.0 §4.8.30.1)",
        example: (
            "
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
",
            "
security: [{apiKey: []}]
components:
  securitySchemes:
    apiKey: {type: apiKey, in: header, name: X-Key}
",
        ),
        fix: "Keep the name of the scheme; requests do not carry it, so that nothing asks for another one.",
    },
    Single {
        id: "api-security-component-type-changed",
        category: Category::Wire,
        title: "A security scheme is of another type, or its credential is sent in another place.",
        meaning: "Clients send the old credential in the old place, where it is not seen.",
        source: "“Each name MUST correspond to a security scheme which is declared in the Security Schemes under the Components Object.” (OpenAPI 3.1.0 §4.8.30.1)",
        example: (
            "
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
",
            "
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Other-Key}
",
        ),
        fix: "Keep the scheme, and add the new one under another name.",
    },
    Single {
        id: "api-security-component-oauth-flow-removed",
        category: Category::Wire,
        title: "A flow of OAuth is gone.",
        meaning: "Clients that get tokens by this flow cannot get them any more.",
        source: "“Supported OAuth grants: `client_credentials`, `refresh_token`, `authorization_code` (with PKCE).” (Interface §5 item 5)",
        example: (
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read}
        authorizationCode:
          authorizationUrl: https://auth.example.com/authorize
          tokenUrl: https://auth.example.com/token
          refreshUrl: https://auth.example.com/refresh
          scopes: {read: Read}
",
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read}
",
        ),
        fix: "Keep the flow for as long as clients use it; deprecate it in its documentation first.",
    },
    Single {
        id: "api-security-component-oauth-token-url-changed",
        category: Category::Wire,
        title: "The address of the token endpoint is another one.",
        meaning: "Clients have it written down and cannot get tokens any more.",
        source: "“The token URL to be used for this flow. This MUST be in the form of a URL.” (OpenAPI 3.1.0 §4.8.29.1)",
        example: (
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read}
",
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/oauth2/token
          scopes: {read: Read}
",
        ),
        fix: "Keep the old `tokenUrl` answering, and keep it in the description.",
    },
    Single {
        id: "api-security-component-oauth-auth-url-changed",
        category: Category::Wire,
        title: "The address of the authorization endpoint is another one.",
        meaning: "Applications send users to an address that does not answer.",
        source: "“The authorization URL to be used for this flow. This MUST be in the form of a URL.” (OpenAPI 3.1.0 §4.8.29.1)",
        example: (
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.example.com/authorize
          tokenUrl: https://auth.example.com/token
          refreshUrl: https://auth.example.com/refresh
          scopes: {read: Read}
",
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.example.com/oauth2/authorize
          tokenUrl: https://auth.example.com/token
          refreshUrl: https://auth.example.com/refresh
          scopes: {read: Read}
",
        ),
        fix: "Keep the old `authorizationUrl` answering, and keep it in the description.",
    },
    Single {
        id: "api-security-component-oauth-refresh-url-changed",
        category: Category::Wire,
        title: "The address at which tokens are refreshed is another one.",
        meaning: "Clients cannot renew their tokens, and users have to sign in again.",
        source: "“The URL to be used for obtaining refresh tokens. This MUST be in the form of a URL.” (OpenAPI 3.1.0 §4.8.29.1)",
        example: (
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.example.com/authorize
          tokenUrl: https://auth.example.com/token
          refreshUrl: https://auth.example.com/refresh
          scopes: {read: Read}
",
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.example.com/authorize
          tokenUrl: https://auth.example.com/token
          refreshUrl: https://auth.example.com/oauth2/refresh
          scopes: {read: Read}
",
        ),
        fix: "Keep the old `refreshUrl` answering, and keep it in the description.",
    },
    Single {
        id: "api-security-component-oauth-scope-removed",
        category: Category::Wire,
        title: "A scope of OAuth is gone.",
        meaning: "Clients that ask for it are refused with `invalid_scope`.",
        source: "“The available scopes for the OAuth2 security scheme. A map between the scope name and a short description for it.” (OpenAPI 3.1.0 §4.8.29.1)",
        example: (
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
",
            "
security: [{oauth: []}]
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read}
",
        ),
        fix: "Keep the scope, even if it grants nothing of its own any more.",
    },
    Single {
        id: "api-security-component-oauth-scope-added",
        category: Category::Wire,
        title: "There is a new scope of OAuth.",
        meaning: "Clients that do not ask for it are not affected.",
        source: "“The available scopes for the OAuth2 security scheme. A map between the scope name and a short description for it.” (OpenAPI 3.1.0 §4.8.29.1)",
        example: (
            "
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read}
",
            "
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://auth.example.com/token
          scopes: {read: Read, write: Write}
",
        ),
        fix: "Nothing has to be done, as long as no operation needs it that did not need it before.",
    },
];
