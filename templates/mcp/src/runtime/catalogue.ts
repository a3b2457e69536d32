/** The tools of a catalogue: they search, describe and call operations. */

import type { Core } from "#sdk";
import type { Json } from "#sdk/data";

import { callTool, refusal } from "./calls.js";
import { get, object, text } from "./json.js";
import { errorResult, resultOf } from "./result.js";
import { Index } from "./search.js";
import type { Tool, Tools } from "./tools.js";

/** How many operations a search returns, unless the caller says so. */
const USUAL = 10;

/** The names of the tools that do not call operations. */
const SEARCH = "search_operations";
const DESCRIBE = "describe_operation";

/** The tools of the list, whose operations are in a catalogue. */
export class Catalogue {
  readonly #core: Core;
  readonly #tools: Tools;
  readonly #index: Index;

  constructor(core: Core, tools: Tools) {
    this.#core = core;
    this.#tools = tools;
    this.#index = new Index(tools);
  }

  /** Calls a tool of the list. */
  async call(tool: Json, given: Json, signal: AbortSignal): Promise<Json> {
    const refused = refusal(tool, given);
    if (refused !== undefined) {
      return errorResult(refused);
    }
    const name = text(tool, "name");
    if (name === SEARCH) {
      return this.#search(given);
    }
    const operation = text(given, "operation") ?? "";
    const found = this.#tools.get(operation);
    if (found === undefined) {
      return errorResult(this.#unknown(operation));
    }
    if (name === DESCRIBE) {
      return describe(found);
    }
    if (found.callWith !== name) {
      const right = found.callWith ?? "";
      return errorResult(`Call ${operation} with the tool ${right}.`);
    }
    const args = get(given, "arguments") ?? object({});
    return callTool(this.#core, found, args, signal);
  }

  #search(given: Json): Json {
    const found = this.#index.search(text(given, "query") ?? "");
    const limit = get(given, "limit");
    const most = typeof limit === "number" ? limit : USUAL;
    const operations = found.slice(0, most).map(summary);
    return resultOf(object({ total: found.length, operations }));
  }

  /** Names the operations that may be meant. */
  #unknown(name: string): string {
    const similar = this.#index.search(name).slice(0, 5);
    const names = similar.map((tool) => tool.name).join(", ");
    const help = names === "" ? `Use ${SEARCH}.` : `Similar ones: ${names}.`;
    return `There is no operation ${JSON.stringify(name)}. ${help}`;
  }
}

function summary(tool: Tool): Json {
  const { method, path } = tool.operation;
  return object({
    operation: tool.name,
    title: text(tool.json, "title"),
    request: `${method} ${path}`,
    callWith: tool.callWith,
  });
}

function describe(tool: Tool): Json {
  const { method, path } = tool.operation;
  const of = (name: string) => get(tool.json, name);
  return resultOf(
    object({
      operation: tool.name,
      title: of("title"),
      description: of("description"),
      request: `${method} ${path}`,
      callWith: tool.callWith,
      inputSchema: of("inputSchema"),
      outputSchema: of("outputSchema"),
      annotations: of("annotations"),
    }),
  );
}
