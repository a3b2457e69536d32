/** Converts a call to an HTTP request that can be sent repeatedly. */

import type { BodyReceiver } from "./chunks.js";
import { findStream, isBytes } from "./declared.js";
import type { Defaults } from "./defaults.js";
import { encode, EncodeError } from "./encode.js";
import { RequestError } from "./errors.js";
import { writeForm, writeMultipart } from "./form.js";
import { setHeader } from "./headers.js";
import { ItemBody } from "./items.js";
import { writeJson } from "./json.js";
import { concrete, findMedia } from "./media.js";
import type { AnyOperation, Body, Location, Parameter } from "./operation.js";
import { escapeOf } from "./percent.js";
import type { RawResponse } from "./raw.js";
import { put } from "./schema.js";
import { expand, type Servers } from "./server.js";
import { type SentBody, StreamedBody } from "./streamed.js";
import { writeStyle } from "./style.js";

/** The arguments of a call by name, including `body`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The options of a single request. */
export interface RequestOptions {
  /** Cancels the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit for one attempt in milliseconds, overriding the client's.
   */
  readonly timeout?: number | undefined;
  /**
   * Whether the request may safely be sent twice, overriding the description.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Header fields, replacing those that would be sent. Header fields that carry
   * a credential of the client are not replaced.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Fields that are added to the query, replacing the client's with the same
   * names.
   */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Called with the response as received, before it is decoded. */
  readonly onResponse?: ((raw: RawResponse) => void) | undefined;
  /**
   * Takes the body of a successful response of bytes as it arrives, so that it
   * is never held whole. The call ends with the returned promise, and returns
   * an empty array. Neither the time limit nor `responseLimit` applies to such
   * a body.
   */
  readonly onBody?: BodyReceiver | undefined;
}

/** A request without its credentials. */
export interface Prepared {
  readonly operation: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly url: URL;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: SentBody["bytes"] | undefined;
  readonly timeout: number;
  readonly idempotent: boolean;
  /** Whether a redirect is an error, instead of a response. */
  readonly refusesRedirects?: boolean;
  /** Returns whether a response is a stream, which is read item by item. */
  readonly isStream?: (status: number, mediaType: string | null) => boolean;
}

/**
 * Encodes a call as a request, to the address that a previous response has
 * supplied, if any.
 *
 * @throws RequestError if it cannot be encoded as the description requires.
 */
export function prepare(
  operation: AnyOperation,
  args: Arguments,
  servers: Servers,
  options: RequestOptions,
  defaults: Defaults,
  address?: URL,
): Prepared {
  const texts = parametersOf(operation, args);
  const { body, repeatable } = bodyOf(operation, args);
  return {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    url:
      address ??
      urlOf(operation, texts, servers, defaults.query.with(options.query)),
    headers: headersOf(operation, texts, body, options, defaults),
    body: body?.bytes,
    timeout: options.timeout ?? defaults.timeout,
    idempotent:
      !(body?.bytes instanceof StreamedBody) &&
      (options.idempotent ?? (operation.idempotent || repeatable)),
    refusesRedirects: refusesRedirects(operation, body),
    isStream: (status, given) => {
      const mediaType = given ?? undefined;
      const isOpened =
        options.onBody !== undefined && isBytes(operation, status, mediaType);
      return isOpened || findStream(operation, status, mediaType) !== undefined;
    },
  };
}

/** The statuses that `fetch` treats as redirects. */
const REDIRECT = /^3(?:0[12378]|XX)$/;

/**
 * Returns whether a redirect is an error. Otherwise Node.js keeps all of a body
 * until the response arrives, although redirects are not followed. The
 * description can declare a redirect, which is then a response.
 */
function refusesRedirects(operation: AnyOperation, body?: SentBody): boolean {
  const isHeld = body === undefined || body.bytes instanceof Uint8Array;
  const statuses = operation.answers.flatMap((answer) => answer.statuses);
  return !isHeld && !statuses.some((status) => REDIRECT.test(status));
}

/** A parameter and its encoded text. */
interface ParameterText {
  readonly parameter: Parameter;
  readonly text: string;
}

function parametersOf(
  operation: AnyOperation,
  args: Arguments,
): ParameterText[] {
  return operation.parameters.flatMap((parameter) => {
    const value = own(args, parameter.argument);
    const text = value === undefined ? "" : parameterText(parameter, value);
    // An empty header field is sent, because a server distinguishes it from a
    // missing one (RFC 9110 §5.5).
    const isGiven = parameter.in === "header" && (value ?? null) !== null;
    return text === "" && !isGiven ? [] : [{ parameter, text }];
  });
}

/** Returns the text of a parameter; empty if nothing is sent. */
export function parameterText(parameter: Parameter, value: unknown): string {
  const { name } = parameter;
  return encoding(`the parameter ${JSON.stringify(name)}`, () => {
    const json = value === null ? null : encode(parameter.type, value);
    return writeStyle(parameter, escapeOf(parameter), json);
  });
}

function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Arguments)[name] : undefined;
}

function encoding<T>(what: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw asRequestError(what, error);
  }
}

function asRequestError(what: string, error: unknown): unknown {
  return error instanceof EncodeError
    ? new RequestError(`${what} cannot be written: ${error.message}`)
    : error;
}

/** Returns the body, and whether it contains an idempotency key. */
function bodyOf(operation: AnyOperation, args: Arguments) {
  const value = own(args, "body");
  if (value === undefined) {
    return { body: undefined, repeatable: false };
  }
  const wanted = own(args, "contentType");
  const mediaType = typeof wanted === "string" ? wanted : undefined;
  const declared =
    operation.bodies.find((one) => one.mediaType === mediaType) ??
    findMedia(operation.bodies, mediaType);
  if (declared === undefined) {
    throw new RequestError(`${operation.id} takes no body of this media type`);
  }
  const name = operation.idempotencyProperty;
  const hasKey = declared.kind === "json" && name !== undefined;
  const filled = hasKey ? withKey(value, name) : value;
  const repeatable = hasKey && isKeyed(filled, name);
  const written = writeBody(declared, filled);
  const inRange = declared.kind === "stream" ? "bytes" : declared.kind;
  const sentAs = concrete(mediaType ?? written.mediaType, inRange);
  const { bytes } = written;
  const isStream = bytes instanceof ItemBody;
  const media = isStream ? bytes.mediaType(sentAs) : sentAs;
  const sent = { ...written, mediaType: media };
  const isForm = declared.kind === "multipart";
  return { body: isForm ? written : sent, repeatable };
}

/** Returns the body with a UUID as the idempotency key, if it has none. */
function withKey(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null || isKeyed(body, name)) {
    return body;
  }
  const filled = {};
  for (const [key, value] of Object.entries(body)) {
    put(filled, key, value);
  }
  if (own(body, name) === undefined) {
    put(filled, name, crypto.randomUUID());
  }
  return filled;
}

function isKeyed(body: unknown, name: string): boolean {
  const value =
    typeof body === "object" && body !== null ? own(body, name) : undefined;
  return value !== undefined && value !== null;
}

function writeBody(body: Body, value: unknown): SentBody {
  try {
    if (body.kind === "stream") {
      return { mediaType: body.mediaType, bytes: new ItemBody(body, value) };
    }
    if (body.kind === "multipart") {
      return writeMultipart(body, value);
    }
    const isWhole = value instanceof Uint8Array || typeof value === "string";
    const bytes =
      body.kind === "bytes" && !isWhole
        ? new ItemBody(body, value)
        : bytesOf(body, value);
    return { mediaType: body.mediaType, bytes };
  } catch (error) {
    throw asRequestError("the body", error);
  }
}

function bytesOf(body: Body, value: unknown): Uint8Array {
  const encoder = new TextEncoder();
  switch (body.kind) {
    case "json":
      return encoder.encode(writeJson(encode(body.type, value)));
    case "form":
      return encoder.encode(writeForm(body, value));
    default:
      if (value instanceof Uint8Array) {
        return value;
      }
      if (typeof value === "string") {
        return encoder.encode(value);
      }
      throw new EncodeError("expected text or bytes");
  }
}

function join(
  texts: readonly ParameterText[],
  location: Location,
  separator: string,
): string {
  const here = texts.filter(({ parameter }) => parameter.in === location);
  return here.map(({ text }) => text).join(separator);
}

function urlOf(
  operation: AnyOperation,
  texts: readonly ParameterText[],
  servers: Servers,
  more: readonly string[],
): URL {
  const url = servers.resolve(operation.server);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = base + pathOf(operation.path, texts);
  const query = join(texts, "query", "&");
  url.search =
    more.length === 0
      ? query
      : [query, ...more].filter((one) => one !== "").join("&");
  return url;
}

/** Returns the path with the values of its parameters. */
function pathOf(template: string, texts: readonly ParameterText[]): string {
  const path = expand(template, (name) => {
    const found = texts.find(
      ({ parameter }) => parameter.in === "path" && parameter.name === name,
    );
    if (found === undefined) {
      throw pathError(name);
    }
    return found.text;
  });
  const dots = path.split("/").findIndex(isDots);
  if (dots >= 0) {
    throw pathError(template.split("/")[dots] ?? template);
  }
  return path;
}

/** Returns whether a segment is `.` or `..`, percent-encoded or not. */
function isDots(segment: string): boolean {
  const plain = segment.toLowerCase().replaceAll("%2e", ".");
  return plain === "." || plain === "..";
}

function pathError(name: string): RequestError {
  const shown = JSON.stringify(name.replaceAll(/[{}]/g, ""));
  return new RequestError(
    `the path parameter ${shown} is missing, empty, "." or ".."`,
  );
}

function headersOf(
  operation: AnyOperation,
  texts: readonly ParameterText[],
  body: SentBody | undefined,
  options: RequestOptions,
  defaults: Defaults,
): Map<string, string> {
  const headers = new Map<string, string>();
  setHeader(headers, "accept", operation.accept);
  for (const [name, value] of defaults.headers) {
    headers.set(name, value);
  }
  if (body !== undefined) {
    setHeader(headers, "content-type", body.mediaType);
  }
  for (const { parameter, text } of texts) {
    if (parameter.in === "header") {
      setHeader(headers, parameter.name, text);
    }
  }
  const cookies = join(texts, "cookie", "; ");
  if (cookies !== "") {
    setHeader(headers, "cookie", cookies);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    setHeader(headers, name, value);
  }
  return headers;
}
