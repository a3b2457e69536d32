//! Lowers security schemes and requirements.

use super::Lowering;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Flow, FlowKind, Location, Requirement, SecurityKind, SecurityScheme};

impl<'d> Lowering<'d, '_> {
    pub(super) fn security_schemes(&mut self, root: &Fields<'d>) {
        let Some(components) = root.get("components") else {
            return;
        };
        let Some(components) = self.fields(components, "components") else {
            return;
        };
        for (name, node) in self.entries(&components, "securitySchemes") {
            let mark = self.diagnostics.mark();
            let scheme = self.security_scheme(name, node);
            let outcome = format!("the security scheme `{name}` is left out");
            // Servers refuse requests without a credential in any case, so a forbidden reference
            // affects only its scheme.
            let contained = self.diagnostics.contain_all(mark, node.span, &outcome);
            if let (Some(scheme), false) = (scheme, contained) {
                let place = self.security_schemes.len();
                if let SecurityKind::OAuth2 { flows } = &scheme.kind {
                    let scopes = flows.iter().flat_map(|flow| &flow.scopes);
                    let names = scopes.map(|(name, _)| (place, name.clone()));
                    self.scopes.extend(names);
                }
                self.security_places.insert(name.to_owned(), place);
                self.security_schemes.push(scheme);
            }
        }
    }

    fn security_scheme(&mut self, name: &str, node: &'d Node) -> Option<SecurityScheme> {
        let node = self.deref(node, "a security scheme")?;
        let fields = self.fields(node, "a security scheme")?;
        let kind = match self.required_text(&fields, "type").as_str() {
            "apiKey" => self.api_key(&fields)?,
            "http" => SecurityKind::Http {
                scheme: self.required_text(&fields, "scheme").to_ascii_lowercase(),
                bearer_format: self.text(&fields, "bearerFormat"),
            },
            "oauth2" => SecurityKind::OAuth2 {
                flows: self.flows(&fields),
            },
            "openIdConnect" => SecurityKind::OpenIdConnect {
                url: self.required_text(&fields, "openIdConnectUrl"),
            },
            "mutualTLS" => SecurityKind::MutualTls,
            other => {
                if fields.get("type").is_some() {
                    let message = format!("`{other}` is not a type of security scheme");
                    let words = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"];
                    self.no_such_word(fields.value_span("type"), message, other, &words);
                }
                return None;
            }
        };
        Some(SecurityScheme {
            name: name.to_owned(),
            span: node.span,
            description: self.prose(&fields, "description"),
            kind,
            extensions: self.extensions(&fields),
        })
    }

    fn api_key(&mut self, fields: &Fields<'d>) -> Option<SecurityKind> {
        let location = match self.required_text(fields, "in").as_str() {
            "query" => Location::Query,
            "header" => Location::Header,
            "cookie" => Location::Cookie,
            other => {
                if fields.get("in").is_some() {
                    let message = format!("an API key cannot be sent in `{other}`");
                    let words = ["query", "header", "cookie"];
                    self.no_such_word(fields.value_span("in"), message, other, &words);
                }
                return None;
            }
        };
        let name = self.required_text(fields, "name");
        self.carried_name(fields, &name, location);
        let prefix = self.text(fields, "x-scheme");
        if let Some(prefix) = &prefix {
            let span = fields.value_span("x-scheme");
            self.field_name(span, prefix, "an authentication scheme");
        }
        Some(SecurityKind::ApiKey {
            name,
            location,
            prefix,
        })
    }

    fn flows(&mut self, scheme: &Fields<'d>) -> Vec<Flow> {
        const FLOWS: [(&str, FlowKind); 5] = [
            ("implicit", FlowKind::Implicit),
            ("password", FlowKind::Password),
            ("clientCredentials", FlowKind::ClientCredentials),
            ("authorizationCode", FlowKind::AuthorizationCode),
            ("deviceAuthorization", FlowKind::DeviceAuthorization),
        ];
        let Some(fields) = self.required_object(scheme, "flows") else {
            return Vec::new();
        };
        let mut flows = Vec::new();
        for (name, kind) in FLOWS {
            let Some(flow) = self.object(&fields, name) else {
                continue;
            };
            let mut scopes = Vec::new();
            for (scope, meaning) in self.entries(&flow, "scopes") {
                let meaning = self.text_of(meaning, "scopes").unwrap_or_default();
                scopes.push((scope.to_owned(), meaning));
            }
            flows.push(Flow {
                kind,
                authorization_url: self.text(&flow, "authorizationUrl"),
                device_authorization_url: self.text(&flow, "deviceAuthorizationUrl"),
                token_url: self.text(&flow, "tokenUrl"),
                refresh_url: self.text(&flow, "refreshUrl"),
                scopes,
            });
        }
        flows
    }

    /// Returns the security alternatives; `None` if the field is absent.
    pub(super) fn requirements(&mut self, parent: &Fields<'d>) -> Option<Vec<Requirement>> {
        parent.get("security")?;
        let mut requirements = Vec::new();
        for node in self.array(parent, "security") {
            let Some(fields) = self.fields(node, "a security requirement") else {
                continue;
            };
            let mut requirement = Requirement::default();
            for (name, scopes) in fields.iter() {
                let mut needed = Vec::new();
                if scopes.as_array().is_none() {
                    self.wrong_type(scopes, "the scopes of a security requirement", "a list");
                }
                for scope in scopes.as_array().unwrap_or_default() {
                    needed.extend(self.text_of(scope, "a scope"));
                }
                self.check_security(name, &needed, &fields);
                let name = self.copied(name, fields.span);
                requirement.schemes.push((name, needed));
            }
            requirements.push(requirement);
        }
        Some(requirements)
    }

    fn check_security(&mut self, name: &str, scopes: &[String], fields: &Fields<'d>) {
        let span = fields.name_span(name);
        let unknown = |what: String| Diagnostic::warning(Code::UnknownSecurity, span, what);
        let Some(place) = self.security_places.get(name).copied() else {
            let what = format!("there is no security scheme `{name}`");
            let names: Vec<_> = self
                .security_schemes
                .iter()
                .map(|s| s.name.clone())
                .take(100)
                .collect();
            let near = self.advise(name, names.iter().map(String::as_str));
            let outcome = "not declared: no client sends it, and every server refuses it";
            let diagnostic = unknown(what).label(outcome);
            self.diagnostics.push(match near {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help("declare it under `components/securitySchemes`"),
            });
            return;
        };
        let scheme = &self.security_schemes[place];
        let SecurityKind::OAuth2 { .. } = &scheme.kind else {
            return;
        };
        let known = |scope: &String| self.scopes.contains(&(place, scope.clone()));
        if let Some(scope) = scopes.iter().find(|scope| !known(scope)) {
            let what = format!("no flow of `{name}` has the scope `{scope}`");
            let diagnostic = unknown(what);
            self.diagnostics.push(
                diagnostic
                    .label("cannot be granted")
                    .help("declare it under the `scopes` of the flows"),
            );
        }
    }
}
