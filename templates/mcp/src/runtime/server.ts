/** The methods of the protocol, for any transport. */

import type { Core } from "#sdk";
import type { Json } from "#sdk/data";

import { callTool } from "./calls.js";
import { Catalogue } from "./catalogue.js";
import { get, items, object, text } from "./json.js";
import { log } from "./log.js";
import { CODES, type Message, ProtocolError } from "./message.js";
import type { Files, Tools } from "./tools.js";

/** The revisions that begin with `initialize`. */
export const LEGACY = ["2025-06-18", "2025-11-25"] as const;

/** The revision whose requests are independent. */
export const MODERN = "2026-07-28";

/** All supported revisions. */
export const REVISIONS: readonly string[] = [...LEGACY, MODERN];

/** The properties of `_meta` in which a request states its revision and client. */
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SERVER_KEY = "io.modelcontextprotocol/serverInfo";

/** How many tools a page of the list has. */
const PAGE = 100;

/** How long clients may keep the list, which changes only with the server. */
const FRESH = 3_600_000;

/** A server: its tools, and what it says about itself. */
export class ToolServer {
  readonly #core: Core;
  readonly #list: readonly Json[];
  readonly #tools: Tools;
  readonly #catalogue: Catalogue | undefined;
  readonly #info: Json;
  readonly #instructions: Json | undefined;

  constructor(core: Core, files: Files, tools: Tools, about: Json) {
    this.#core = core;
    this.#list = items(files.tools, "tools");
    this.#tools = tools;
    this.#catalogue =
      files.catalogue === undefined ? undefined : new Catalogue(core, tools);
    this.#info = get(about, "serverInfo") ?? object({});
    this.#instructions = get(about, "instructions");
  }

  /**
   * Returns the result of a request.
   *
   * @throws ProtocolError if it is wrong, or the reason of the signal.
   */
  async handle(message: Message, signal: AbortSignal): Promise<Json> {
    const { method, params } = message;
    const isModern = checkRevision(message);
    switch (method) {
      case "initialize":
        if (!isModern) {
          return this.#initialize(params);
        }
        break;
      case "ping":
        if (!isModern) {
          return object({});
        }
        break;
      case "server/discover":
        if (isModern) {
          return this.#discover();
        }
        break;
      case "tools/list":
        return this.#page(params, isModern);
      case "tools/call": {
        const result = await this.#call(params, signal);
        return isModern ? complete(result) : result;
      }
    }
    throw new ProtocolError(CODES.method, "Method not found");
  }

  #initialize(params: Json | undefined): Json {
    const asked = text(params, "protocolVersion");
    if (asked === undefined) {
      throw new ProtocolError(CODES.params, "`protocolVersion` is missing");
    }
    const latest = LEGACY[LEGACY.length - 1] ?? "";
    return object({
      protocolVersion: LEGACY.find((one) => one === asked) ?? latest,
      capabilities: object({ tools: object({}) }),
      serverInfo: this.#info,
      instructions: this.#instructions,
    });
  }

  #discover(): Json {
    return complete(
      object({
        supportedVersions: [...REVISIONS],
        capabilities: object({ tools: object({}) }),
        instructions: this.#instructions,
        ttlMs: FRESH,
        cacheScope: "public",
        _meta: object({ [SERVER_KEY]: this.#info }),
      }),
    );
  }

  #page(params: Json | undefined, isModern: boolean): Json {
    const cursor = get(params, "cursor");
    const start = cursor === undefined ? 0 : Number(cursor);
    const isKnown =
      cursor === undefined ||
      (typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor));
    if (!isKnown || (start > 0 && start >= this.#list.length)) {
      throw new ProtocolError(CODES.params, "There is no such cursor");
    }
    const end = start + PAGE;
    const page = object({
      tools: this.#list.slice(start, end),
      nextCursor: end < this.#list.length ? end.toString() : undefined,
    });
    const caching = object({ ttlMs: FRESH, cacheScope: "public" });
    return isModern ? complete(new Map([...page, ...caching])) : page;
  }

  async #call(params: Json | undefined, signal: AbortSignal): Promise<Json> {
    const name = text(params, "name");
    const given = get(params, "arguments") ?? object({});
    if (name === undefined || !(given instanceof Map)) {
      const reason = "`name` must be a string, and `arguments` an object";
      throw new ProtocolError(CODES.params, reason);
    }
    const listed = this.#list.find((tool) => text(tool, "name") === name);
    if (listed === undefined) {
      throw new ProtocolError(CODES.params, `Unknown tool: ${name}`);
    }
    try {
      const tool = this.#tools.get(name);
      return this.#catalogue !== undefined || tool === undefined
        ? await this.#fromCatalogue(listed, given, signal)
        : await callTool(this.#core, tool, given, signal);
    } catch (error) {
      signal.throwIfAborted();
      const shown = error instanceof Error ? (error.stack ?? "") : "";
      log(`error: the tool ${name} failed: ${shown}`);
      throw new ProtocolError(CODES.internal, "The tool failed");
    }
  }

  async #fromCatalogue(tool: Json, given: Json, signal: AbortSignal) {
    if (this.#catalogue === undefined) {
      throw new Error("the tool calls no operation");
    }
    return this.#catalogue.call(tool, given, signal);
  }
}

/** Adds what every result of the newer revision has. */
function complete(result: Json): Json {
  const members = result instanceof Map ? result : object({});
  return new Map([...object({ resultType: "complete" }), ...members]);
}

/**
 * Returns whether a request follows the newer revision.
 *
 * @throws ProtocolError if it names one that is not supported, or lacks what
 * the newer revision requires.
 */
function checkRevision(message: Message): boolean {
  const meta = get(message.params, "_meta");
  const version = get(meta, VERSION_KEY);
  if (message.method === "initialize" && version === undefined) {
    return false;
  }
  if (version === undefined) {
    if (message.method === "server/discover") {
      throw missingMeta();
    }
    return false;
  }
  if (typeof version !== "string" || !REVISIONS.includes(version)) {
    throw unsupported(version);
  }
  if (version === MODERN && !(get(meta, CAPABILITIES_KEY) instanceof Map)) {
    throw missingMeta();
  }
  return version === MODERN;
}

/** Returns the error for a request without its revision or capabilities. */
export function missingMeta(): ProtocolError {
  const reason = `\`_meta\` must have ${VERSION_KEY} and ${CAPABILITIES_KEY}`;
  return new ProtocolError(CODES.params, reason);
}

/** Returns the error for a revision that is not supported. */
export function unsupported(requested: Json): ProtocolError {
  const data = object({ supported: [...REVISIONS], requested });
  return new ProtocolError(CODES.version, "Unsupported protocol version", {
    data,
  });
}
