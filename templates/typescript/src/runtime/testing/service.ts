/** A service without a network. */

import { shown } from "../exchange.js";
import { SdkError, SetupError } from "../errors.js";
import type { AnyOperation } from "../operation.js";
import type { Api } from "../options.js";
import type { Fetch } from "../transport.js";
import { errorOf, responseOf, type TestAnswer } from "./answer.js";
import { FakeClock } from "./clock.js";
import { findTarget, type TestTarget } from "./match.js";
import { ReceivedRequest, received } from "./request.js";

/** A request for which a test has prepared no answer. It is not retried. */
export class NoAnswerError extends SdkError {
  override name = "NoAnswerError";
}

/** The options of a test service. */
export interface TestOptions {
  /** The clock, which answers can advance. */
  readonly clock?: FakeClock | undefined;
}

/** The answers to the requests of a target. */
interface Prepared {
  readonly target: TestTarget;
  readonly next: TestAnswer[];
  always: TestAnswer | undefined;
}

/** The token that every token request is answered with. */
const TOKEN = {
  access_token: "test-token",
  token_type: "bearer",
  expires_in: 3600,
};

/** A test service of any API. */
export class TestServiceOf {
  /** The requests so far, except for those for tokens. */
  readonly requests: ReceivedRequest[] = [];
  /** The requests for tokens so far; each has received `test-token`. */
  readonly tokenRequests: ReceivedRequest[] = [];
  /** The clock, for the client. */
  readonly clock: FakeClock;
  readonly #api: Api;
  readonly #operations: readonly AnyOperation[];
  readonly #prepared: Prepared[] = [];

  constructor(
    api: Api,
    operations: Readonly<Record<string, AnyOperation>>,
    options: TestOptions = {},
  ) {
    this.#api = api;
    this.#operations = Object.values(operations);
    this.clock = options.clock ?? new FakeClock();
  }

  /**
   * Prepares the answers to the next requests of an operation, in order. For
   * requests that the description does not describe, `operation` is
   * `{ method, path }`.
   */
  on(operation: TestTarget, ...answers: readonly TestAnswer[]): this {
    this.#of(operation).next.push(...answers);
    return this;
  }

  /** Prepares the answer to all further requests of an operation. */
  always(operation: TestTarget, answer: TestAnswer): this {
    this.#of(operation).always = answer;
    return this;
  }

  /** Answers the requests of a client; its option `fetch`. */
  readonly fetch: Fetch = async (url, init) => {
    init.signal?.throwIfAborted();
    const address = new URL(url);
    const method = init.method ?? "GET";
    const { headers, bytes } = await received(init);
    const prepared = this.#prepared.map(({ target }) => target);
    const targets = [...prepared, ...this.#operations];
    const match = findTarget(targets, this.#api, method, address);
    const names = this.#api.schemes.flatMap((scheme) =>
      scheme.in === "query" ? [scheme.field ?? ""] : [],
    );
    const request = new ReceivedRequest(
      {
        operation: match?.target.id,
        method,
        url: shown(address, names),
        parameters: match?.parameters ?? {},
      },
      address.searchParams,
      headers,
      bytes,
    );
    const answer = this.#take(match?.target);
    if (answer === undefined && isForToken(request)) {
      this.tokenRequests.push(request);
      return Response.json(TOKEN);
    }
    this.requests.push(request);
    if (answer === undefined) {
      throw unanswered(request, address);
    }
    this.clock.advance(answer.advance ?? 0);
    if ("fault" in answer) {
      throw errorOf(answer, address);
    }
    const operation = this.#operations.find((one) =>
      isSame(one, match?.target),
    );
    return written(answer, operation);
  };

  #take(target: TestTarget | undefined): TestAnswer | undefined {
    const found = this.#prepared.find((one) => isSame(one.target, target));
    return found?.next.shift() ?? found?.always;
  }

  #of(given: TestTarget): Prepared {
    const target = this.#targetOf(given);
    const found = this.#prepared.find((one) => isSame(one.target, target));
    if (found !== undefined) {
      return found;
    }
    const prepared: Prepared = { target, next: [], always: undefined };
    this.#prepared.push(prepared);
    return prepared;
  }

  /** Returns the operation of a method and a path, if the description has it. */
  #targetOf(target: TestTarget): TestTarget {
    const { method, path, server } = target;
    if (server !== undefined) {
      return target;
    }
    const found = this.#operations.find(
      (one) => one.method === method && one.path === path,
    );
    return found ?? { ...target, server: this.#api.untyped?.server ?? "" };
  }
}

function isSame(one: TestTarget, other: TestTarget | undefined): boolean {
  return (
    one.method === other?.method &&
    one.path === other.path &&
    one.server === other.server
  );
}

/** Returns whether a client requests a token (RFC 6749 section 4.4.2). */
function isForToken(request: ReceivedRequest): boolean {
  const form = new URLSearchParams(request.text());
  return (
    request.method === "POST" &&
    request.headers["content-type"] === "application/x-www-form-urlencoded" &&
    form.get("grant_type") === "client_credentials"
  );
}

function unanswered(request: ReceivedRequest, url: URL): NoAnswerError {
  const { operation, method } = request;
  const what = `there is no answer to ${method} ${url.pathname}`;
  return new NoAnswerError(
    operation === undefined
      ? `${what}, which is not an operation of the description`
      : `${operation}: ${what}: prepare one with \`on\` or \`always\``,
  );
}

/** @throws SetupError if a response cannot be written as it is declared. */
function written(
  answer: Exclude<TestAnswer, { fault: unknown }>,
  operation: AnyOperation | undefined,
): Response {
  try {
    return responseOf(answer, operation);
  } catch (error) {
    const { message } = error as Error;
    throw new SetupError(`the answer cannot be written: ${message}`);
  }
}
