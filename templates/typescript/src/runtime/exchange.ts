/** Sends requests: adds credentials, retries, and passes middleware. */

import { abortable, type Clock } from "./clock.js";
import type { Deadline } from "./deadline.js";
import { RequestError } from "./errors.js";
import { setHeader } from "./headers.js";
import type { Grant } from "./keyring.js";
import { type Middleware, Pass, SentAttempt } from "./middleware.js";
import type { Observer } from "./observer.js";
import type { Prepared } from "./prepare.js";
import { RawResponse, StreamedResponse } from "./raw.js";
import {
  type Outcome,
  policyOf,
  type RetryPolicy,
  waitBefore,
} from "./retry.js";
import { StreamedBody } from "./streamed.js";
import type { Transport } from "./transport.js";

/** How a client sends requests. */
export interface Sending {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly retry: RetryPolicy;
  readonly userAgent: string;
  readonly observer: Observer | undefined;
  /** The first one is the outermost. */
  readonly middleware: readonly Middleware[];
  /** The parameters in queries that carry credentials. */
  readonly secretParameters: readonly string[];
}

/** A request, and what its call requires. */
export interface Outgoing {
  readonly prepared: Prepared;
  readonly grants: readonly Grant[];
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call as a whole. */
  readonly deadline?: Deadline | undefined;
  /** Replaces parts of the policy of the client. */
  readonly retry?: RetryPolicy | undefined;
}

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** Sends a request, and retries it as the policy allows. */
export async function exchange(
  sending: Sending,
  outgoing: Outgoing,
): Promise<RawResponse> {
  const { clock, observer, middleware } = sending;
  const { prepared, grants, signal, deadline } = outgoing;
  const policy = policyOf(sending.retry, outgoing.retry);
  // Only middleware needs it.
  const count = middleware.length === 0 ? undefined : { sent: 0 };
  for (let attempt = 1; ;) {
    const outcome =
      count === undefined
        ? await attempted(sending, outgoing)
        : await pass(sending, outgoing, count);
    if (prepared.body instanceof StreamedBody) {
      // Its bytes are taken.
      return settled(outcome);
    }
    if (isUnauthorized(outcome) && refuse(grants)) {
      continue;
    }
    const { idempotent, operation } = prepared;
    const wait = waitBefore(policy, attempt, idempotent, outcome, clock);
    if (wait === undefined || wait >= (deadline?.left() ?? Infinity)) {
      return settled(outcome);
    }
    const status = outcome instanceof RawResponse ? outcome.status : undefined;
    observer?.retried?.({ operation, attempt, status, wait });
    await clock.sleep(wait, signal);
    attempt += 1;
  }
}

/** How many times a request has been sent. */
interface Count {
  sent: number;
}

/** Sends a request once. */
async function attempted(
  sending: Sending,
  outgoing: Outgoing,
): Promise<Outcome> {
  try {
    return await send(sending, outgoing, NO_HEADERS);
  } catch (error) {
    return { error };
  }
}

/**
 * Sends a request once, through all middleware, which may take no longer than
 * the call.
 */
async function pass(
  sending: Sending,
  outgoing: Outgoing,
  count: Count,
): Promise<Outcome> {
  const { middleware, clock } = sending;
  const { prepared } = outgoing;
  let isTaken = false;
  const next = () => (count.sent += 1);
  const attempts = new Pass(middleware, next, ({ headers }) => {
    if (isTaken) {
      throw new RequestError("a streamed body can be sent only once");
    }
    isTaken = prepared.body instanceof StreamedBody;
    return send(sending, outgoing, headers);
  });
  const attempt = {
    operation: prepared.operation,
    method: prepared.method,
    pathTemplate: prepared.path,
    url: shown(prepared.url, sending.secretParameters),
    number: next(),
    headers: {},
  };
  const { signal, deadline } = outgoing;
  const run = attempts.run(new SentAttempt(attempt, clock));
  const waited = abortable(run, signal);
  try {
    return await (deadline?.within(waited) ?? waited);
  } catch (error) {
    // No one reads a response that is too late.
    run.then(closed, () => undefined);
    throw error;
  }
}

async function closed(outcome: Outcome): Promise<void> {
  if (outcome instanceof StreamedResponse) {
    await outcome.body.close();
  }
}

/** Returns an address without credentials, which the service may have added. */
export function shown(url: URL, secretParameters: readonly string[]): string {
  const secret = secretParameters.filter((name) => url.searchParams.has(name));
  if (secret.length === 0) {
    return url.href;
  }
  const plain = new URL(url);
  for (const name of secret) {
    plain.searchParams.delete(name);
  }
  return plain.href;
}

/** Sends a request once, with header fields that middleware has added. */
async function send(
  { transport, userAgent }: Sending,
  { prepared, grants, signal, deadline }: Outgoing,
  added: Readonly<Record<string, string>>,
): Promise<RawResponse> {
  const isChanged = grants.some((grant) => grant.isInQuery);
  const url = isChanged ? new URL(prepared.url) : prepared.url;
  const headers = new Map(prepared.headers);
  for (const [name, value] of Object.entries(added)) {
    setHeader(headers, name, value);
  }
  if (!headers.has("user-agent")) {
    setHeader(headers, "user-agent", userAgent);
  }
  for (const grant of grants) {
    deadline?.check();
    const applied = abortable(grant.apply(url, headers), signal);
    await (deadline?.within(applied) ?? applied);
  }
  deadline?.check();
  return transport.exchange(prepared, url, headers, signal, deadline);
}

function isUnauthorized(outcome: Outcome): boolean {
  return outcome instanceof RawResponse && outcome.status === 401;
}

/**
 * Returns whether any credential can be renewed; each is renewed at most once.
 */
function refuse(grants: readonly Grant[]): boolean {
  return grants.map((grant) => grant.refuse()).includes(true);
}

function settled(outcome: Outcome): RawResponse {
  if (outcome instanceof RawResponse) {
    return outcome;
  }
  throw outcome.error;
}
