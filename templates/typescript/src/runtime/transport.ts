/** Connections to the services: `fetch`, and the meaning of its errors. */

import {
  SdkError,
  TimeoutError,
  TooLargeError,
  TransportError,
} from "./errors.js";
import { quoted } from "./message.js";
import type { Prepared } from "./prepare.js";
import { abortable, after } from "./clock.js";
import type { Deadline } from "./deadline.js";
import { type OpenBody, RawResponse, StreamedResponse } from "./raw.js";
import { StreamedBody } from "./streamed.js";

/** How requests are sent: the platform's `fetch`, or one like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends requests once, and reads the responses. */
export class Transport {
  readonly #fetch: Fetch;
  readonly #limit: number;

  constructor(fetch: Fetch, limit: number) {
    this.#fetch = fetch;
    this.#limit = limit;
  }

  /**
   * Sends a request once.
   *
   * @throws SdkError, or the reason of the caller's signal.
   */
  async exchange(
    prepared: Prepared,
    url: URL,
    headers: ReadonlyMap<string, string>,
    signal: AbortSignal | undefined,
    deadline?: Deadline,
  ): Promise<RawResponse> {
    signal?.throwIfAborted();
    const attempt = new Attempt();
    const abort = () => {
      attempt.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    const { operation, timeout } = prepared;
    const timers: (() => void)[] = [];
    const limit = (duration: number, error: () => TimeoutError) => {
      const act = () => {
        attempt.abort(error());
      };
      timers.push(after(duration, act));
    };
    if (deadline !== undefined) {
      limit(deadline.left(), () => deadline.error());
    }
    const start = () => {
      limit(timeout, () => lateness(operation, timeout));
    };
    // The time limit of an attempt starts at the end of a streamed body.
    if (!(prepared.body instanceof StreamedBody)) {
      start();
    }
    const release = () => {
      signal?.removeEventListener("abort", abort);
    };
    let isOpen = false;
    try {
      const fail = (error: unknown) => failureOf(error, operation, url);
      const opened = { attempt, fail, release, start };
      const raw = await attempt.run(this.#once(prepared, url, headers, opened));
      isOpen = raw instanceof StreamedResponse;
      return raw;
    } catch (error) {
      attempt.signal.throwIfAborted();
      const { body } = prepared;
      if (body instanceof StreamedBody && body.failure !== undefined) {
        // The error is thrown as the source of the body threw it.
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw body.failure;
      }
      throw failureOf(error, operation, url);
    } finally {
      timers.forEach((stop) => {
        stop();
      });
      // A stream can be aborted until it is closed.
      if (!isOpen) {
        release();
      }
    }
  }

  async #once(
    prepared: Prepared,
    url: URL,
    headers: ReadonlyMap<string, string>,
    opened: Opened,
  ): Promise<RawResponse> {
    const { signal } = opened.attempt;
    const response = await this.#fetch(url.href, {
      method: prepared.method,
      headers: Object.fromEntries(headers),
      ...bodyOf(prepared.body, opened.start),
      // Redirects are not followed, so that requests only go to the intended
      // service.
      redirect: prepared.refusesRedirects === true ? "error" : "manual",
      signal,
    });
    const { status, headers: fields } = response;
    if (prepared.isStream?.(status, fields.get("content-type")) === true) {
      const body = openBody(response, opened);
      return new StreamedResponse(status, fields, body);
    }
    const bytes = await this.#read(response, opened.attempt);
    return new RawResponse(status, fields, bytes);
  }

  /** Reads the body up to the size limit. */
  async #read(response: Response, attempt: Attempt): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const reader = response.body?.getReader();
    attempt.reader = reader;
    try {
      for (;;) {
        attempt.signal.throwIfAborted();
        const step = await reader?.read();
        if (step === undefined || step.done) {
          return concat(chunks, size);
        }
        const chunk = step.value as Uint8Array;
        size += chunk.length;
        if (size > this.#limit) {
          throw new TooLargeError(this.#limit);
        }
        chunks.push(chunk);
      }
    } catch (error) {
      cancel(reader);
      throw error;
    }
  }
}

/**
 * One attempt, which can be aborted. It calls what has to end itself, because
 * listeners of its signal would cost time in every call.
 */
class Attempt {
  readonly #controller = new AbortController();
  #reject: ((reason: unknown) => void) | undefined;
  /** What reads the body. */
  reader: Reader | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits for a response; rejects early if the attempt is aborted. Node.js does
   * not end every request or body whose signal is aborted.
   */
  run<T>(response: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      response.then(resolve, reject);
    });
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    cancel(this.reader);
    this.#reject?.(this.signal.reason);
  }
}

function lateness(operation: string, timeout: number): TimeoutError {
  const limit = `${timeout.toString()} ms`;
  return new TimeoutError(`${operation}: no response arrived within ${limit}`);
}

/**
 * Closes the connection of a body. It may be broken already, and Node.js does
 * not always report the end of a body that is compressed.
 */
function cancel(reader: Reader | undefined): void {
  reader?.cancel().catch(() => undefined);
}

type Reader = ReadableStreamDefaultReader;

/** The state of an attempt that a stream keeps. */
interface Opened {
  readonly attempt: Attempt;
  /** Starts the time limit of the attempt. */
  readonly start: () => void;
  readonly fail: (error: unknown) => unknown;
  readonly release: () => void;
}

/** Returns the body for `fetch`, which sends a stream only in half-duplex mode. */
function bodyOf(body: Prepared["body"], onEnd: () => void): RequestInit {
  if (body === undefined) {
    return {};
  }
  return body instanceof StreamedBody
    ? { body: body.open(onEnd), duplex: "half" }
    : { body };
}

function openBody(response: Response, opened: Opened): OpenBody {
  const { fail, release } = opened;
  const { signal } = opened.attempt;
  const reader = response.body?.getReader();
  return {
    read: async () => {
      try {
        const step = await abortable(
          reader?.read() ?? Promise.resolve(undefined),
          signal,
        );
        return step?.value as Uint8Array | undefined;
      } catch (error) {
        signal.throwIfAborted();
        throw fail(error);
      }
    },
    close: () => {
      release();
      cancel(reader);
      return Promise.resolve();
    },
  };
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * The error codes for a connection that was not established: Node.js has them
 * on the cause of its error, Bun on the error itself.
 */
const UNSENT = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "DNSLookupFailed",
]);

/** The message of Deno for it; a quoted address has no such spaces. */
const UNCONNECTED = "client error (Connect)";

/** The query and the fragment of an address in a message. */
const QUERY = /(\w+:\/\/[^\s?#]*)[?#][^\s)]*/g;

/** How far a chain of causes is followed. */
const MOST_CAUSES = 5;

function failureOf(error: unknown, operation: string, url: URL): unknown {
  if (error instanceof TransportError) {
    const { message, sent, reason } = error;
    const text = `${operation}: ${message}`;
    return new TransportError(text, sent, reason, { cause: error });
  }
  if (error instanceof SdkError) {
    return error;
  }
  const causes = causesOf(error);
  const codes = causes.map((one) => textOf(one, "code"));
  const isUnsent = causes.some(
    (one, at) =>
      UNSENT.has(codes[at] ?? "") ||
      textOf(one, "syscall") === "connect" ||
      textOf(one, "message").includes(UNCONNECTED),
  );
  const code = codes.find((one) => one !== "");
  const shown = code === undefined ? "" : ` (${quoted(code)})`;
  const what = isUnsent
    ? `the service at ${url.origin} could not be reached${shown}`
    : `the connection to ${url.origin} broke${shown}`;
  const text = `${operation}: ${what}`;
  const cause = causeOf(causes);
  return new TransportError(text, !isUnsent, error, cause);
}

/** Returns an error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let next = error;
  while (next !== undefined && next !== null && causes.length < MOST_CAUSES) {
    causes.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return causes;
}

/**
 * Returns a copy of the chain without the queries of addresses, which can
 * contain a key.
 */
function causeOf(causes: readonly unknown[]): ErrorOptions {
  return causes.reduceRight<ErrorOptions>((options, one) => {
    const message = quoted(textOf(one, "message").replaceAll(QUERY, "$1"));
    const cause = new Error(message, options);
    cause.name = textOf(one, "name") || "Error";
    // The stack of the copy is of no use.
    cause.stack = `${cause.name}: ${message}`;
    const code = textOf(one, "code");
    return { cause: code === "" ? cause : Object.assign(cause, { code }) };
  }, {});
}

function textOf(one: unknown, name: string): string {
  if (typeof one !== "object" || one === null) {
    return "";
  }
  const value = (one as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
}
