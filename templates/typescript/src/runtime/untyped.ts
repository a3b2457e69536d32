/** Requests that the description does not describe. */

import { refuseKey } from "./body.js";
import type { Defaults } from "./defaults.js";
import { encode, EncodeError } from "./encode.js";
import { RequestError, SetupError } from "./errors.js";
import { setHeader } from "./headers.js";
import { writeJson } from "./json.js";
import type { AnyOperation } from "./operation.js";
import type { Api } from "./options.js";
import { isDots, type Prepared, type RequestOptions } from "./prepare.js";
import type { Servers } from "./server.js";
import type { SentBody } from "./streamed.js";

/** The options of a request that the description does not describe. */
export interface UntypedOptions extends RequestOptions {
  /** The body as JSON; with `null`, the body is `null`. */
  readonly json?: unknown;
  /** The body as text or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /**
   * The media type of the body; by default `application/json`, `text/plain;
   * charset=utf-8` or `application/octet-stream`.
   */
  readonly contentType?: string | undefined;
}

/** The methods that may safely be repeated (RFC 9110 section 9.2.2). */
const IDEMPOTENT = [
  "GET",
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "QUERY",
];

const ACCEPT = "application/json, */*;q=0.8";

const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Returns a request as if it were an operation, whose answer is bytes. */
export function untypedOperation(
  { untyped }: Api,
  method: string,
  path: string,
): AnyOperation {
  if (untyped === undefined) {
    throw new SetupError("the description has no operations");
  }
  return {
    id: "request",
    method,
    path,
    server: untyped.server,
    parameters: [],
    bodies: [],
    accept: ACCEPT,
    answers: [
      {
        statuses: ["2XX"],
        contents: [{ mediaType: "*/*", kind: "bytes", type: "base64" }],
      },
    ],
    security: untyped.security,
    idempotent: IDEMPOTENT.includes(method),
  };
}

/**
 * Encodes a request that the description does not describe.
 *
 * @throws RequestError if it cannot be sent.
 */
export function prepareUntyped(
  operation: AnyOperation,
  options: UntypedOptions,
  servers: Servers,
  defaults: Defaults,
): Prepared {
  const { id, method, path } = operation;
  if (!METHOD.test(method)) {
    throw new RequestError(`${JSON.stringify(method)} is not a method`);
  }
  refuseKey(options.idempotencyKey, operation);
  const query = defaults.query.with(options.query).join("&");
  const body = bodyOf(options);
  const { onBody } = options;
  return {
    operation: id,
    method,
    path,
    url: servers.address(operation.server, pathOf(path), query),
    headers: headersOf(body, options, defaults),
    body: body?.bytes,
    timeout: options.timeout ?? defaults.timeout,
    idempotent: options.idempotent ?? operation.idempotent,
    isStream: (status) => onBody !== undefined && status >= 200 && status < 300,
  };
}

/** What a path cannot have: a query, a fragment, or what servers take for `/`. */
const REFUSED = /[?#\\\p{Control}]/u;

/** A character that is not allowed in a path (RFC 3986 section 3.3), or `%`. */
const ESCAPED = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/]/gu;

/** Returns a path with the characters escaped that no path may have. */
function pathOf(path: string): string {
  const isPath = path.startsWith("/") && !path.startsWith("//");
  if (!isPath || REFUSED.test(path) || path.split("/").some(isDots)) {
    throw new RequestError(
      `${JSON.stringify(path)} is not a path: it begins with one \`/\`, and ` +
        "has no query, no fragment, no `\\`, and no segment `.` or `..`",
    );
  }
  return path.replaceAll(ESCAPED, (sign: string, at: number) => {
    const isEscape = /^%[0-9A-Fa-f]{2}/.test(path.slice(at, at + 3));
    return isEscape ? sign : escaped(sign);
  });
}

function escaped(sign: string): string {
  const bytes = Array.from(new TextEncoder().encode(sign), (byte) =>
    byte.toString(16).toUpperCase().padStart(2, "0"),
  );
  return bytes.map((byte) => `%${byte}`).join("");
}

function bodyOf(options: UntypedOptions): SentBody | undefined {
  const { json, body, contentType } = options;
  const encoder = new TextEncoder();
  if (json !== undefined) {
    if (body !== undefined) {
      throw new RequestError("a request has either `json` or `body`");
    }
    const bytes = encoder.encode(jsonOf(json));
    return { mediaType: contentType ?? "application/json", bytes };
  }
  if (typeof body === "string") {
    const mediaType = contentType ?? "text/plain; charset=utf-8";
    return { mediaType, bytes: encoder.encode(body) };
  }
  const mediaType = contentType ?? "application/octet-stream";
  return body === undefined ? undefined : { mediaType, bytes: body };
}

function jsonOf(value: unknown): string {
  try {
    return writeJson(encode("any", value));
  } catch (error) {
    throw error instanceof EncodeError
      ? new RequestError(`the body cannot be written: ${error.message}`)
      : error;
  }
}

function headersOf(
  body: SentBody | undefined,
  options: UntypedOptions,
  defaults: Defaults,
): Map<string, string> {
  const headers = new Map<string, string>();
  setHeader(headers, "accept", ACCEPT);
  for (const [name, value] of defaults.headers) {
    headers.set(name, value);
  }
  if (body !== undefined) {
    setHeader(headers, "content-type", body.mediaType);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    setHeader(headers, name, value);
  }
  return headers;
}
