/** Converts a call to an HTTP request that can be sent repeatedly. */

import { type Arguments, bodyOf, encoding } from "./body.js";
import type { BodyReceiver } from "./chunks.js";
import { findStream, isBytes } from "./declared.js";
import type { Defaults } from "./defaults.js";
import { encode } from "./encode.js";
import { RequestError } from "./errors.js";
import { type Globals, parameterValue } from "./globals.js";
import { setHeader } from "./headers.js";
import type { AnyOperation, Location, Parameter } from "./operation.js";
import { escapeOf } from "./percent.js";
import type { RawResponse } from "./raw.js";
import type { RetryPolicy } from "./retry.js";
import { expand, type Servers } from "./server.js";
import { type SentBody, StreamedBody } from "./streamed.js";
import { writeStyle } from "./style.js";

/** The options of a single request. */
export interface RequestOptions {
  /** Cancels the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit for one attempt in milliseconds, overriding the client's.
   */
  readonly timeout?: number | undefined;
  /**
   * The time limit for the call as a whole in milliseconds, overriding the
   * client's; `Infinity` for none.
   */
  readonly callTimeout?: number | undefined;
  /** Overrides parts of the client's retry policy. */
  readonly retry?: RetryPolicy | undefined;
  /**
   * The idempotency key, instead of a random UUID, if the body leaves it out.
   * If the body has one, or the operation takes none, the call is rejected.
   */
  readonly idempotencyKey?: string | undefined;
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
  const texts = parametersOf(operation, args, defaults.globals);
  const { idempotencyKey } = options;
  const { body, repeatable } = bodyOf(operation, args, idempotencyKey);
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
  if (body === undefined || body.bytes instanceof Uint8Array) {
    return false;
  }
  const statuses = operation.answers.flatMap((answer) => answer.statuses);
  return !statuses.some((status) => REDIRECT.test(status));
}

/** A parameter and its encoded text. */
interface ParameterText {
  readonly parameter: Parameter;
  readonly text: string;
}

function parametersOf(
  operation: AnyOperation,
  args: Arguments,
  globals: Globals,
): ParameterText[] {
  return operation.parameters.flatMap((parameter) => {
    const value = parameterValue(parameter, args, globals);
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
  const path = pathOf(operation.path, texts);
  const query = join(texts, "query", "&");
  const all =
    more.length === 0
      ? query
      : [query, ...more].filter((one) => one !== "").join("&");
  return servers.address(operation.server, path, all);
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
  if (DOT.test(path)) {
    const dots = path.split("/").findIndex(isDots);
    if (dots >= 0) {
      throw pathError(template.split("/")[dots] ?? template);
    }
  }
  return path;
}

/** The beginning of a segment that may be `.` or `..`. */
const DOT = /(?:^|\/)(?:\.|%2e)/i;

/** Returns whether a segment is `.` or `..`, percent-encoded or not. */
export function isDots(segment: string): boolean {
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
