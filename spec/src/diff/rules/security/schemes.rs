//! Rules on security schemes.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
];
