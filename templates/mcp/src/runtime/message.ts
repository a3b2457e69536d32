/** Messages of JSON-RPC 2.0. */

import {
  type Json,
  numberOf,
  NumberText,
  parseJson,
  writeJson,
} from "#sdk/data";

import { get, object, text } from "./json.js";

/** The id of a request. */
export type Id = string | number;

/** A request, a notification, or a response, which has no method. */
export interface Message {
  /** Absent from a notification. */
  readonly id: Id | undefined;
  readonly method: string | undefined;
  readonly params: Json | undefined;
}

/** The codes of errors (JSON-RPC 2.0 section 5.1; MCP 2026-07-28). */
export const CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  cancelled: -32000,
  headers: -32020,
  version: -32022,
} as const;

/** An error of the protocol, which is answered as a JSON-RPC error. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: Json | undefined;
  /** The request, if its id could be read. */
  readonly id: Id | undefined;

  constructor(
    code: number,
    message: string,
    more: { data?: Json; id?: Id | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.data = more.data;
    this.id = more.id;
  }
}

/**
 * Reads a message.
 *
 * @throws ProtocolError if it is not one.
 */
export function readMessage(source: string): Message {
  let json: Json;
  try {
    json = parseJson(source);
  } catch {
    throw new ProtocolError(CODES.parse, "This is not JSON.");
  }
  if (!(json instanceof Map)) {
    const reason = "A message is one object.";
    throw new ProtocolError(CODES.request, reason);
  }
  const id = readId(json.get("id"));
  const method = text(json, "method");
  const params = get(json, "params");
  const isResponse = json.has("result") || json.has("error");
  const fault =
    text(json, "jsonrpc") !== "2.0"
      ? '`jsonrpc` must be "2.0".'
      : json.has("id") && id === undefined && !isResponse
        ? "`id` must be a string or an integer."
        : method === undefined && !isResponse
          ? "A request or a notification has a `method`."
          : params !== undefined && !(params instanceof Map)
            ? "`params` must be an object."
            : undefined;
  if (fault !== undefined) {
    throw new ProtocolError(CODES.request, fault, { id });
  }
  return { id, method: isResponse ? undefined : method, params };
}

function readId(json: Json | undefined): Id | undefined {
  if (typeof json === "string") {
    return json;
  }
  const isNumber = typeof json === "number" || json instanceof NumberText;
  const number = isNumber ? numberOf(json) : undefined;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** Writes the response to a request, on one line. */
export function writeResult(id: Id, result: Json): string {
  return writeJson(object({ jsonrpc: "2.0", id, result }));
}

/** Writes an error. */
export function writeError(id: Id | undefined, error: ProtocolError): string {
  const { code, message, data } = error;
  const described = object({ code, message, data });
  return writeJson(
    object({ jsonrpc: "2.0", id: id ?? error.id ?? null, error: described }),
  );
}
