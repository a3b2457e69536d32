//! The entry points in addition to the main one: the test kit, and OpenTelemetry.

use super::TypeScript;
use super::code::{docs, ident};
use super::imports::Imports;
use super::layout::Doc;
use super::module;
use crate::GenerateError;
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `src/testing.ts`: a test service that knows every operation.
    pub(super) fn testing(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.value("./api", "api");
        imports.ty("./runtime/operation", "AnyOperation");
        imports.ty("./runtime/testing/index", "TestOptions");
        imports.value("./runtime/testing/index", "TestServiceOf");
        let mut operations = Vec::new();
        for (group, names) in self.ir.groups.iter().zip(self.names.groups()) {
            for call in &group.calls {
                imports.value(format!("./groups/{}", names.file), &call.unique);
                operations.extend([Doc::Line, Doc::Text(ident(&call.unique)), Doc::fixed(",")]);
            }
        }
        let list = match operations.as_slice() {
            [] => Doc::fixed("{}"),
            _ => Doc::broken(vec![
                Doc::fixed("{"),
                Doc::indent(operations),
                Doc::Line,
                Doc::fixed("}"),
            ]),
        };
        let nodes = [
            Doc::Join(vec![
                // The elements of an array would be a union, which is too complex for the compiler
                // if there are a thousand types.
                Doc::fixed("const operations: Readonly<Record<string, AnyOperation>> = "),
                list,
                Doc::fixed(";"),
            ]),
            Doc::Join(vec![docs(SERVICE), Doc::fixed(CLASS)]),
            Doc::fixed("export * from \"./runtime/testing/index.js\";"),
        ];
        let path = "src/testing.ts".to_owned();
        let about = Some("Tests code that uses the client, without a network.");
        module::add(sources, path, about, &imports, &nodes)
    }

    /// Adds `src/opentelemetry.ts`.
    pub(super) fn telemetry(sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.value("./api", "api");
        imports.ty("./runtime/middleware", "Middleware");
        imports.value("./runtime/telemetry", "telemetryOf");
        let nodes = [Doc::Join(vec![docs(TELEMETRY), Doc::fixed(FUNCTION)])];
        let path = "src/opentelemetry.ts".to_owned();
        let about = Some("Spans and metrics of OpenTelemetry.");
        module::add(sources, path, about, &imports, &nodes)
    }
}

const SERVICE: &str = "A service without a network. Its `fetch` and its `clock` are options of a \
    client.";

const CLASS: &str = "export class TestService extends TestServiceOf {
  constructor(options?: TestOptions) {
    super(api, operations, options);
  }
}";

const TELEMETRY: &str = "Returns a middleware that reports every attempt to OpenTelemetry: a span, \
    whose context is sent to the service, and its duration as the metric \
    `http.client.request.duration`. It uses the global providers and propagator.";

const FUNCTION: &str = "export function openTelemetry(): Middleware {
  return telemetryOf(api);
}";
