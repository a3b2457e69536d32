//! Rules on the parameters that SDKs set for all operations.

use crate::diff::Category;
use crate::diff::rules::Single;

const SOURCE: &str = "“The extensions properties are implemented as patterned fields that are always prefixed by `\"x-\"`.” (OpenAPI 3.1.0 §4.9)";

const EACH: &str = r#"
paths:
  /org/{orgId}/offers:
    get:
      operationId: listOffers
      parameters:
        - {name: orgId, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#;

const ALL: &str = r#"
x-globals: [orgId]
paths:
  /org/{orgId}/offers:
    get:
      operationId: listOffers
      parameters:
        - {name: orgId, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "api-global-added",
        category: Category::Types,
        title: "SDKs set a parameter for all calls.",
        meaning: "Requests are the same. In SDKs, the parameter is an option of the client, which a call can override; it is no argument of methods any more. Code that passes it as an argument does not compile in every language.",
        source: SOURCE,
        example: (EACH, ALL),
        fix: "Add the name to `x-globals` before the first release of the SDKs, or together with their next major version.",
    },
    Single {
        id: "api-global-removed",
        category: Category::Types,
        title: "SDKs set a parameter for each call.",
        meaning: "Requests are the same. In SDKs, the parameter is an argument of each method that needs it, and the client has no option for it. Code that sets the option does not compile any more.",
        source: SOURCE,
        example: (ALL, EACH),
        fix: "Keep the name in `x-globals`, or remove it together with the next major version of the SDKs.",
    },
];
