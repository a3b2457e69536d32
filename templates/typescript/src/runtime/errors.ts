/** Errors of operations. */

import { quoted } from "./message.js";
import type { AnyOperation, Operation } from "./operation.js";
import type { RawResponse } from "./raw.js";
import type { OtherStatus } from "./values.js";

/**
 * The base class of all errors of this package. The message begins with the
 * operation, limits what it quotes of a response, and shows no secret.
 */
export class SdkError extends Error {
  override name = "SdkError";
}

/** Carries an error of a middleware past everything that handles errors. */
export class Thrown extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super();
    this.error = error;
  }
}

/**
 * Returns the error with the operation at the beginning of its message. An
 * error of a middleware stays as it is.
 */
export function located(error: unknown, operation: string): unknown {
  if (error instanceof Thrown) {
    return error.error;
  }
  const start = `${operation}: `;
  if (error instanceof SdkError && !error.message.startsWith(start)) {
    const { message, stack } = error;
    error.message = start + message;
    // Engines copy the message into the stack when an error is created.
    if (stack !== undefined) {
      error.stack = stack.replace(message, () => error.message);
    }
  }
  return error;
}

/**
 * The service returned an error that the description declares. Use {@link
 * isErrorOf} to check for an operation, which narrows the types.
 */
export class ApiError<
  Status extends number = number,
  Body = unknown,
> extends SdkError {
  override name = "ApiError";
  /** The operationId. */
  readonly operation: string;
  /** The status. */
  readonly status: Status;
  /** The error body, as declared. */
  readonly body: Body;
  /** The response as received. */
  readonly raw: RawResponse;

  constructor(
    operation: string,
    status: Status,
    body: Body,
    raw: RawResponse,
    message = `${operation}: the service answered with status ${String(status)}`,
  ) {
    super(message);
    this.operation = operation;
    this.status = status;
    this.body = body;
    this.raw = raw;
  }
}

/** Those errors of an operation that have one status. */
export type ErrorOf<Failure, Status extends number> = [
  Exactly<Failure, Status>,
] extends [never]
  ? Exactly<Failure, OtherStatus>
  : Exactly<Failure, Status>;

type Exactly<Failure, Status extends number> =
  Failure extends ApiError<infer Declared, infer Body>
    ? Status extends Declared
      ? ApiError<Status, Body>
      : never
    : never;

/**
 * Returns whether an error is declared for an operation and has the given
 * status, if any.
 */
export function isErrorOf<Failure>(
  error: unknown,
  operation: Operation<never, unknown, Failure>,
): error is Failure;
export function isErrorOf<Failure, Status extends number>(
  error: unknown,
  operation: Operation<never, unknown, Failure>,
  status: Status,
): error is ErrorOf<Failure, Status>;
export function isErrorOf(
  error: unknown,
  operation: AnyOperation,
  status?: number,
): boolean {
  return (
    error instanceof ApiError &&
    error.operation === operation.id &&
    (status === undefined || error.status === status)
  );
}

/** The response has a status or a media type that is not declared. */
export class UndeclaredError extends SdkError {
  override name = "UndeclaredError";
  /** The operationId. */
  readonly operation: string;
  /** The status. */
  readonly status: number;
  /** The response as received. */
  readonly raw: RawResponse;

  constructor(operation: string, raw: RawResponse, message: string) {
    super(message);
    this.operation = operation;
    this.status = raw.status;
    this.raw = raw;
  }
}

/** The response does not have the shape that the description declares. */
export class UnreadableError extends SdkError {
  override name = "UnreadableError";
  /** The operationId. */
  readonly operation: string;
  /** The JSON Pointer (RFC 6901) of the value that cannot be decoded. */
  readonly pointer: string;
  /** The status. */
  readonly status: number;
  /** The response as received. */
  readonly raw: RawResponse;

  constructor(
    operation: string,
    raw: RawResponse,
    pointer: string,
    reason: string,
  ) {
    const status = raw.status.toString();
    super(
      `${operation}: the response with status ${status} cannot be read: ${quoted(reason)}`,
    );
    this.operation = operation;
    this.pointer = pointer;
    this.status = raw.status;
    this.raw = raw;
  }
}

/**
 * The response, or an item of a stream, is larger than the limit of the client.
 */
export class TooLargeError extends SdkError {
  override name = "TooLargeError";

  constructor(limit: number, what = "the response") {
    super(
      `${what} is larger than ${limit.toString()} bytes; ` +
        "raise `responseLimit` to allow more",
    );
  }
}

/** No response arrived in time. */
export class TimeoutError extends SdkError {
  override name = "TimeoutError";

  constructor(message = "no response arrived in time") {
    super(message);
  }
}

/**
 * The service could not be reached, or the connection broke. A custom `fetch`
 * may throw it, to say whether the request was sent.
 */
export class TransportError extends SdkError {
  override name = "TransportError";
  /** Whether the request may have been sent. */
  readonly sent: boolean;
  readonly #reason: unknown;

  constructor(
    message: string,
    sent: boolean,
    reason?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.sent = sent;
    this.#reason = reason;
  }

  /**
   * Returns the error that `fetch` threw. It is not shown when this error is
   * printed, because it can contain the address; `cause` is a copy without the
   * address.
   */
  get reason(): unknown {
    return this.#reason;
  }
}

/** The reasons that credentials are not available. */
export type CredentialsFault =
  | "missing"
  | "elsewhere"
  | "refused"
  | "malformed"
  | "unreachable"
  | "provider"
  | "unwritable";

/** The beginning of the message of every {@link CredentialsError}. */
export const credentialsPrefix = "could not obtain credentials: ";

/** The credentials are not available; nothing was sent to the service. */
export class CredentialsError extends SdkError {
  override name = "CredentialsError";
  /** The reason. */
  readonly fault: CredentialsFault;
  /** The response of the token endpoint, if there is one. */
  readonly raw: RawResponse | undefined;
  readonly #reason: unknown;

  constructor(
    fault: CredentialsFault,
    message: string,
    more: { raw?: RawResponse; reason?: unknown } = {},
  ) {
    super(
      credentialsPrefix + message,
      more.reason instanceof SdkError ? { cause: more.reason } : {},
    );
    this.fault = fault;
    this.raw = more.raw;
    this.#reason = more.reason;
  }

  /**
   * Returns the original error. It is not shown when this error is printed.
   */
  get reason(): unknown {
    return this.#reason;
  }
}

/**
 * The request cannot be encoded in the way that the description requires, or
 * the source of a file in a form has failed, which is then the `cause`.
 */
export class RequestError extends SdkError {
  override name = "RequestError";
}

/** The configuration of a client is not valid. */
export class SetupError extends SdkError {
  override name = "SetupError";
}

/** The list refers back to a page that was already requested. */
export class PageLoopError extends SdkError {
  override name = "PageLoopError";
  /** The value of the parameter that would repeat a page. */
  readonly offset: string;

  constructor(offset: string) {
    super(
      `the list repeats a page: ${JSON.stringify(quoted(offset))} was requested before`,
    );
    this.offset = offset;
  }
}
