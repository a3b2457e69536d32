//! Rules on the flows of OAuth.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
        fix: "Keep the scope, even if it no longer grants anything.",
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
