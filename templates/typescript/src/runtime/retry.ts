/** When a request is retried, and after how long. */

import type { Clock } from "./clock.js";
import { TransportError } from "./errors.js";
import { RawResponse } from "./raw.js";

/**
 * When a request is retried.
 *
 * A request that never left is retried. A request of an idempotent operation is
 * also retried if the connection broke or if the response is 429, 502, 503 or
 * 504. A request that timed out is not retried. The waits double, each is
 * shortened to a random part of itself, and none is shorter than `Retry-After`
 * (RFC 9110 section 10.2.3).
 */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first; 3 by default. */
  readonly attempts?: number;
  /** The upper bound of the first wait, in milliseconds; 250 by default. */
  readonly firstWait?: number;
  /** The upper bound of every wait, in milliseconds; 10 000 by default. */
  readonly longestWait?: number;
  /**
   * The longest `Retry-After` to wait for, in milliseconds; 60 000 by default.
   * If the service asks for more, its response is returned at once.
   */
  readonly longestRetryAfter?: number;
}

/** Returns a policy, with the parts that a call or a copy replaces. */
export function policyOf(
  policy: RetryPolicy,
  own: RetryPolicy | undefined,
): RetryPolicy {
  if (own === undefined) {
    return policy;
  }
  const all = Object.entries(own as Record<string, number | undefined>);
  const given = all.filter(([, value]) => value !== undefined);
  return { ...policy, ...Object.fromEntries(given) };
}

/** The result of an attempt: a response or an error. */
export type Outcome = RawResponse | { readonly error: unknown };

const REPEATED = [429, 502, 503, 504];

/**
 * Returns how long to wait before retrying, or `undefined` not to retry. A
 * stream passes the reconnection time that its service requested.
 */
export function waitBefore(
  policy: RetryPolicy,
  attempt: number,
  idempotent: boolean,
  outcome: Outcome,
  clock: Clock,
  requested?: number,
): number | undefined {
  const { attempts = 3, firstWait = 250, longestWait = 10_000 } = policy;
  const { longestRetryAfter = 60_000 } = policy;
  if (attempt >= attempts || !mayRepeat(idempotent, outcome)) {
    return undefined;
  }
  const doubled = firstWait * 2 ** (attempt - 1);
  const wait = clock.jitter(Math.min(doubled, longestWait));
  const minimum =
    outcome instanceof RawResponse
      ? retryAfter(outcome, clock.timeOfDay())
      : requested;
  if (minimum !== undefined && minimum > longestRetryAfter) {
    return undefined;
  }
  return Math.max(wait, minimum ?? 0);
}

function mayRepeat(idempotent: boolean, outcome: Outcome): boolean {
  if (outcome instanceof RawResponse) {
    return idempotent && REPEATED.includes(outcome.status);
  }
  const { error } = outcome;
  return error instanceof TransportError && (idempotent || !error.sent);
}

/** Returns the time that `Retry-After` asks for, in milliseconds. */
function retryAfter(raw: RawResponse, now: number): number | undefined {
  const text = raw.header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  const until = httpDate(text);
  return until === undefined ? undefined : Math.max(until.getTime() - now, 0);
}

/** Parses an IMF-fixdate (RFC 9110 section 5.6.7). */
export function httpDate(text: string): Date | undefined {
  const date = new Date(text);
  const isDate = !Number.isNaN(date.getTime()) && date.toUTCString() === text;
  return isDate ? date : undefined;
}
