/** The prepared answers of a test service. */

import { declared } from "../declared.js";
import { encode } from "../encode.js";
import { TimeoutError, TransportError } from "../errors.js";
import { writeJson } from "../json.js";
import { concrete } from "../media.js";
import type { AnyOperation, Content } from "../operation.js";

/** A response to a request. It has at most one of `json`, `text` and `bytes`. */
export interface TestResponse {
  /** The status; by default the first successful one that is declared. */
  readonly status?: number;
  /** The header fields; by default with the declared media type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as JSON, such as a model of this package. */
  readonly json?: unknown;
  /** The body as text. */
  readonly text?: string;
  /** The body as bytes. */
  readonly bytes?: Uint8Array;
  /** By how many milliseconds the clock advances before the response. */
  readonly advance?: number;
}

/** The fault of a request that has no response. */
export interface TestFault {
  /**
   * `connect`: the request never left. `broken`: the connection broke after it
   * was sent. `timeout`: no response arrived in time.
   */
  readonly fault: "connect" | "broken" | "timeout";
  /** By how many milliseconds the clock advances before the error. */
  readonly advance?: number;
}

/** What a test service does with a request. */
export type TestAnswer = TestResponse | TestFault;

/** Returns the error that a client sees. */
export function errorOf({ fault }: TestFault, { origin }: URL): Error {
  switch (fault) {
    case "connect": {
      const message = `the service at ${origin} could not be reached`;
      return new TransportError(message, false);
    }
    case "broken":
      return new TransportError(`the connection to ${origin} broke`, true);
    case "timeout":
      return new TimeoutError();
  }
}

/** Returns the response that a client sees, of an operation if it is known. */
export function responseOf(
  answer: TestResponse,
  operation: AnyOperation | undefined,
): Response {
  const status = answer.status ?? statusOf(operation);
  const { json, text, bytes } = answer;
  const headers = new Headers(answer.headers);
  const contents = operation && declared(operation, status)?.answer.contents;
  const find = (kinds: readonly Content["kind"][]) =>
    contents?.find(({ kind }) => kinds.includes(kind));
  const respond = (body: string | Uint8Array, mediaType: string) => {
    if (!headers.has("content-type")) {
      headers.set("content-type", mediaType);
    }
    return new Response(body, { status, headers });
  };
  if (json !== undefined) {
    const content = find(["json"]);
    const body = writeJson(encode(content?.type ?? "any", json));
    const mediaType = content?.mediaType ?? "application/json";
    return respond(body, concrete(mediaType, "json"));
  }
  if (text !== undefined) {
    const content = find(["text", "stream", "json"]);
    const mediaType = content?.mediaType ?? "text/plain";
    return respond(text, concrete(mediaType, "text"));
  }
  if (bytes !== undefined) {
    const mediaType = find(["bytes"])?.mediaType ?? "application/octet-stream";
    return respond(bytes, concrete(mediaType, "bytes"));
  }
  return new Response(null, { status, headers });
}

/** Returns the first successful status that an operation declares. */
function statusOf(operation: AnyOperation | undefined): number {
  const statuses = operation?.answers.flatMap((answer) => answer.statuses);
  return Number(statuses?.find((one) => /^2\d\d$/.test(one)) ?? 200);
}
