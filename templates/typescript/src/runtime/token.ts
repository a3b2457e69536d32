/** Access tokens by the client credentials grant (RFC 6749 section 4.4). */

import type { Clock } from "./clock.js";
import type { ClientCredentials } from "./credentials.js";
import {
  CredentialsError,
  credentialsPrefix,
  SetupError,
  Thrown,
} from "./errors.js";
import { NumberText, type Json, parseJson } from "./json.js";
import { messageOf } from "./message.js";
import type { Prepared } from "./prepare.js";
import type { RawResponse } from "./raw.js";
import type { Servers } from "./server.js";

/** Where the response has its error message (RFC 6749 section 5.2). */
const MESSAGES = {
  named: [],
  texts: ["/error", "/error_description"],
  lists: [],
};

/** Sends a request to the token endpoint and retries it. */
export type Exchange = (prepared: Prepared) => Promise<RawResponse>;

interface Token {
  readonly secret: string;
  /** When it is replaced. */
  readonly refresh: number | undefined;
}

/** The source of tokens, with the token in use. */
export class TokenSource {
  readonly #clock: Clock;
  readonly #exchange: Exchange;
  readonly #prepared: Prepared;
  readonly #secrets: readonly string[];
  readonly #margin: number;
  #token: Token | undefined;
  #failure: unknown;
  #failures = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    credentials: ClientCredentials,
    declared: string | undefined,
    servers: Servers,
    timeout: number,
    clock: Clock,
    exchange: Exchange,
  ) {
    this.#clock = clock;
    this.#exchange = exchange;
    this.#margin = credentials.margin ?? 30_000;
    this.#prepared = request(credentials, declared, servers, timeout);
    this.#secrets = [credentials.clientSecret];
  }

  /**
   * Returns the token in use, or a new one if that is about to expire or is the
   * `refused` one. There is at most one token request at a time; callers that
   * wait share its result, including a failure.
   */
  async token(refused: string | undefined): Promise<string> {
    const failures = this.#failures;
    const before = this.#turn;
    const own = before.then(() => this.#take(refused, failures));
    this.#turn = own.then(
      () => undefined,
      () => undefined,
    );
    return own;
  }

  async #take(refused: string | undefined, failures: number): Promise<string> {
    const token = this.#token;
    const isOver =
      token?.refresh !== undefined && this.#clock.now() >= token.refresh;
    if (token !== undefined && !isOver && token.secret !== refused) {
      return token.secret;
    }
    this.#token = undefined;
    if (this.#failures !== failures) {
      throw copyOf(this.#failure);
    }
    try {
      this.#token = await this.#fetch();
      return this.#token.secret;
    } catch (error) {
      if (error instanceof Thrown) {
        // It concerns only the call that the middleware has failed.
        throw error;
      }
      this.#failures += 1;
      this.#failure = error;
      throw error;
    }
  }

  async #fetch(): Promise<Token> {
    const requestedAt = this.#clock.now();
    let raw: RawResponse;
    try {
      raw = await this.#exchange(this.#prepared);
    } catch (reason) {
      if (reason instanceof Thrown) {
        throw reason;
      }
      const message = "the token endpoint could not be reached";
      throw new CredentialsError("unreachable", message, { reason });
    }
    const { secret, life } = read(raw, this.#secrets);
    const margin = Math.min(this.#margin, (life ?? 0) / 2);
    return {
      secret,
      refresh: life === undefined ? undefined : requestedAt + life - margin,
    };
  }
}

/** Returns a copy of a failure, because each caller adds its operation. */
function copyOf(failure: unknown): unknown {
  if (!(failure instanceof CredentialsError)) {
    return failure;
  }
  const { fault, message, raw, reason } = failure;
  const start = message.indexOf(credentialsPrefix) + credentialsPrefix.length;
  return new CredentialsError(fault, message.slice(start), {
    ...(raw === undefined ? {} : { raw }),
    reason,
  });
}

function request(
  credentials: ClientCredentials,
  declared: string | undefined,
  servers: Servers,
  timeout: number,
): Prepared {
  const url = credentials.tokenUrl ?? declared;
  if (url === undefined) {
    throw new SetupError(
      "the description has no token endpoint: set `tokenUrl`",
    );
  }
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  if (credentials.resource !== undefined) {
    form.append("resource", servers.expand(credentials.resource));
  }
  if (credentials.scope !== undefined) {
    form.append("scope", credentials.scope);
  }
  const address = servers.resolve(url);
  return {
    operation: "the token endpoint",
    method: "POST",
    path: address.pathname,
    url: address,
    headers: new Map([
      ["content-type", "application/x-www-form-urlencoded"],
      ["accept", "application/json"],
    ]),
    body: new TextEncoder().encode(form.toString()),
    timeout,
    // Issuing one more token does no harm.
    idempotent: true,
  };
}

/**
 * Returns the token, and its lifetime in milliseconds if the response has one.
 */
function read(
  raw: RawResponse,
  secrets: readonly string[],
): { secret: string; life: number | undefined } {
  const answer = members(raw);
  if (raw.status !== 200) {
    const operation = "the token endpoint";
    const declared = true;
    const failure = { operation, raw, declared, secrets };
    const message = messageOf(MESSAGES, failure).replace(
      `${operation}: the service`,
      operation,
    );
    throw new CredentialsError("refused", message, { raw });
  }
  const secret = answer.get("access_token");
  const kind = answer.get("token_type");
  if (typeof secret !== "string" || secret === "") {
    throw malformed(raw, "it has no `access_token`");
  }
  if (typeof kind !== "string" || kind.toLowerCase() !== "bearer") {
    throw malformed(raw, "its `token_type` is not `bearer`");
  }
  return { secret, life: lifeOf(answer.get("expires_in")) };
}

function members(raw: RawResponse): Map<string, Json> {
  try {
    const answer = parseJson(raw.text());
    return answer instanceof Map ? answer : new Map<string, Json>();
  } catch {
    return new Map();
  }
}

/** Parses a number of seconds, which some servers write as a string. */
function lifeOf(value: Json | undefined): number | undefined {
  const text = value instanceof NumberText ? value.text : value;
  const isNumeric = typeof text === "number" || typeof text === "string";
  const seconds = isNumeric && text !== "" ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function malformed(raw: RawResponse, reason: string): CredentialsError {
  const message = `the response of the token endpoint cannot be used: ${reason}`;
  return new CredentialsError("malformed", message, { raw });
}
