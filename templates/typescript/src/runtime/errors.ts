/** Why an operation failed. */

import { quoted } from "./message.js";
import type { AnyOperation, Operation } from "./operation.js";
import type { RawResponse } from "./raw.js";
import type { OtherStatus } from "./values.js";

/**
 * Any error of this package. Its message begins with the operation, bounds what
 * it quotes of a response, and shows no secret.
 */
export class SdkError extends Error {
  override name = "SdkError";
}

/** The error, with the operation that failed at the head of its message. */
export function located(error: unknown, operation: string): unknown {
  const start = `${operation}: `;
  if (error instanceof SdkError && !error.message.startsWith(start)) {
    const { message, stack } = error;
    error.message = start + message;
    // Engines write the message into the stack when the error is made.
    if (stack !== undefined) {
      error.stack = stack.replace(message, () => error.message);
    }
  }
  return error;
}

/**
 * The service answered with an error that the description declares.
 * {@link isErrorOf} tells which operation it belongs to, and so its types.
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
  /** The error as the description declares it. */
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

/** Of the errors of an operation, those with one status. */
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
 * Returns whether an error is one that the description declares for an
 * operation, and has this status, where one is given.
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

/** The response is not of the shape that the description declares. */
export class UnreadableError extends SdkError {
  override name = "UnreadableError";
  /** The operationId. */
  readonly operation: string;
  /** The JSON Pointer (RFC 6901) of what cannot be read. */
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
 * The response, or an item of a stream, is larger than the client lets it be.
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

/** No response came in time. */
export class TimeoutError extends SdkError {
  override name = "TimeoutError";

  constructor(message = "no response arrived in time") {
    super(message);
  }
}

/**
 * The service could not be reached, or the connection broke. A `fetch` of your
 * own may throw it, to say whether the request was sent.
 */
export class TransportError extends SdkError {
  override name = "TransportError";
  /** Whether the request may have left. */
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
   * Returns what `fetch` threw. It is not shown where the error is printed, as
   * it can quote the address; `cause` says the same without.
   */
  get reason(): unknown {
    return this.#reason;
  }
}

/** Why credentials could not be obtained. */
export type CredentialsFault =
  | "missing"
  | "elsewhere"
  | "refused"
  | "malformed"
  | "unreachable"
  | "provider"
  | "unwritable";

/** How the message of every {@link CredentialsError} begins. */
export const credentialsPrefix = "could not obtain credentials: ";

/** Credentials could not be obtained; nothing was sent to the service. */
export class CredentialsError extends SdkError {
  override name = "CredentialsError";
  /** Why not. */
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
   * Returns what went wrong before. It is not shown where the error is printed.
   */
  get reason(): unknown {
    return this.#reason;
  }
}

/** The request cannot be written in the way that the description asks for. */
export class RequestError extends SdkError {
  override name = "RequestError";
}

/** The settings of a client are not valid. */
export class SetupError extends SdkError {
  override name = "SetupError";
}

/** A page names an earlier page as its next one. */
export class PageLoopError extends SdkError {
  override name = "PageLoopError";
  /** Where the pages would form a cycle. */
  readonly offset: string;

  constructor(offset: string) {
    super(
      `the list repeats a page: ${JSON.stringify(offset)} was requested before`,
    );
    this.offset = offset;
  }
}
