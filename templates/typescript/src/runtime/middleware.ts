/** Middleware: functions of the caller around every attempt. */

import type { Clock } from "./clock.js";
import { SetupError, Thrown } from "./errors.js";
import { type RawResponse, StreamedResponse } from "./raw.js";
import type { Outcome } from "./retry.js";

/** One time that a request is sent. It contains no credentials and no body. */
export interface Attempt {
  /** The operationId, or `the token endpoint`. */
  readonly operation: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /**
   * The path as in the description, with the names of its parameters; of a
   * token request, the path of its address.
   */
  readonly pathTemplate: string;
  /** The address as sent, but without credentials. */
  readonly url: string;
  /** How many times this request has been sent, from 1. */
  readonly number: number;
  /**
   * Header fields that are added to the request, replacing those that would be
   * sent. Header fields that carry a credential are not replaced.
   */
  readonly headers: Record<string, string>;
}

/** The response to an attempt, before its body is decoded. */
export interface AttemptResponse {
  /** The status. */
  readonly status: number;
  /** The header fields. Printing the response does not show them. */
  readonly headers: Headers;
}

/**
 * A function around every attempt: the first one, each retry, each repetition
 * with a new token, each page, each resumption of a stream, and each request
 * for a token.
 *
 * It returns a response that `next` returned, or throws the error of `next`.
 * `next` sends the request; calling it again sends it again. Any other error
 * that is thrown fails the call as it is, and is not retried.
 */
export type Middleware = (
  attempt: Attempt,
  next: () => Promise<AttemptResponse>,
) => Promise<AttemptResponse>;

/** An attempt, with the clock of its client. */
export class SentAttempt implements Attempt {
  readonly operation: string;
  readonly method: string;
  readonly pathTemplate: string;
  readonly url: string;
  readonly number: number;
  readonly headers: Record<string, string>;
  readonly #clock: Clock;

  constructor(attempt: Attempt, clock: Clock, number = attempt.number) {
    this.operation = attempt.operation;
    this.method = attempt.method;
    this.pathTemplate = attempt.pathTemplate;
    this.url = attempt.url;
    this.number = number;
    this.headers = { ...attempt.headers };
    this.#clock = clock;
  }

  /** The clock of the client. */
  get clock(): Clock {
    return this.#clock;
  }

  /** Returns a copy for the next middleware. */
  copy(number: number): SentAttempt {
    return new SentAttempt(this, this.#clock, number);
  }
}

class Received implements AttemptResponse {
  readonly status: number;
  readonly #headers: Headers;

  constructor(raw: RawResponse) {
    this.status = raw.status;
    this.#headers = new Headers(raw.headers);
  }

  get headers(): Headers {
    return this.#headers;
  }
}

/** How the last middleware sends a request. */
export type SendAttempt = (attempt: SentAttempt) => Promise<RawResponse>;

/** One pass through all middleware. */
export class Pass {
  readonly #middleware: readonly Middleware[];
  readonly #count: () => number;
  readonly #send: SendAttempt;
  readonly #received = new Map<AttemptResponse, RawResponse>();
  /** The errors of attempts, as opposed to those of middleware. */
  readonly #failures: unknown[] = [];

  /** `count` counts a request that is sent again. */
  constructor(
    middleware: readonly Middleware[],
    count: () => number,
    send: SendAttempt,
  ) {
    this.#middleware = middleware;
    this.#count = count;
    this.#send = send;
  }

  /**
   * Sends an attempt.
   *
   * @throws Thrown if the error is that of a middleware, not of an attempt.
   */
  async run(attempt: SentAttempt): Promise<Outcome> {
    let used: RawResponse | undefined;
    try {
      const response = await this.#enter(0, attempt);
      used = this.#received.get(response);
      if (used === undefined) {
        throw new SetupError("a middleware must return a response of `next`");
      }
      return used;
    } catch (error) {
      if (this.#failures.includes(error)) {
        return { error };
      }
      throw new Thrown(error);
    } finally {
      await this.#closeAllBut(used);
    }
  }

  async #enter(index: number, attempt: SentAttempt): Promise<AttemptResponse> {
    const middleware = this.#middleware[index];
    if (middleware === undefined) {
      return this.#deliver(attempt);
    }
    let isAgain = false;
    return middleware(attempt, () => {
      const number = isAgain ? this.#count() : attempt.number;
      isAgain = true;
      return this.#enter(index + 1, attempt.copy(number));
    });
  }

  async #deliver(attempt: SentAttempt): Promise<AttemptResponse> {
    try {
      const raw = await this.#send(attempt);
      const response = new Received(raw);
      this.#received.set(response, raw);
      return response;
    } catch (error) {
      if (error instanceof Thrown) {
        // A middleware has failed the request for a token.
        throw error.error;
      }
      this.#failures.push(error);
      throw error;
    }
  }

  /** Closes the streams that no one reads. */
  async #closeAllBut(used: RawResponse | undefined): Promise<void> {
    for (const raw of this.#received.values()) {
      if (raw !== used && raw instanceof StreamedResponse) {
        await raw.body.close();
      }
    }
  }
}
