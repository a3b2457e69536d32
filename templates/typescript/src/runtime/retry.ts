/** When a request is sent again, and how long that waits. */

import type { Clock } from "./clock.js";
import { TransportError } from "./errors.js";
import { RawResponse } from "./raw.js";

/**
 * When a request is sent again.
 *
 * A request that never left is sent again. A request of an idempotent operation
 * is sent again as well if the connection broke, or if the response is 429,
 * 502, 503 or 504. What timed out is not: the time for it is spent. Waits
 * double, each cut to a random share of itself, and never fall below a
 * `Retry-After` (RFC 9110 section 10.2.3).
 */
export interface RetryPolicy {
  /** How many times a request is sent at most, including the first; 3. */
  readonly attempts?: number;
  /** The longest first wait in milliseconds; 250. */
  readonly firstWait?: number;
  /** The longest wait ever in milliseconds; 10 000. */
  readonly longestWait?: number;
  /**
   * The longest `Retry-After` that is waited for, in milliseconds; 60 000.
   * Where the service asks for more, its response is handed over at once.
   */
  readonly longestRetryAfter?: number;
}

/** The result of an attempt: a response, or what went wrong. */
export type Outcome = RawResponse | { readonly error: unknown };

const REPEATED = [429, 502, 503, 504];

/**
 * Returns how long to wait before retrying, or `undefined` not to retry. A
 * stream passes the time that its service asked for before.
 */
export function waitBefore(
  policy: RetryPolicy,
  attempt: number,
  idempotent: boolean,
  outcome: Outcome,
  clock: Clock,
  told?: number,
): number | undefined {
  const { attempts = 3, firstWait = 250, longestWait = 10_000 } = policy;
  const { longestRetryAfter = 60_000 } = policy;
  if (attempt >= attempts || !mayRepeat(idempotent, outcome)) {
    return undefined;
  }
  const doubled = firstWait * 2 ** (attempt - 1);
  const wait = clock.jitter(Math.min(doubled, longestWait));
  const asked =
    outcome instanceof RawResponse
      ? retryAfter(outcome, clock.timeOfDay())
      : told;
  if (asked !== undefined && asked > longestRetryAfter) {
    return undefined;
  }
  return Math.max(wait, asked ?? 0);
}

function mayRepeat(idempotent: boolean, outcome: Outcome): boolean {
  if (outcome instanceof RawResponse) {
    return idempotent && REPEATED.includes(outcome.status);
  }
  const { error } = outcome;
  return error instanceof TransportError && (idempotent || !error.sent);
}

/** Seconds, or a date; in milliseconds from now. */
function retryAfter(raw: RawResponse, now: number): number | undefined {
  const text = raw.header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  const until = httpDate(text);
  return until === undefined ? undefined : Math.max(until.getTime() - now, 0);
}

/** Reads an IMF-fixdate (RFC 9110 section 5.6.7). */
export function httpDate(text: string): Date | undefined {
  const date = new Date(text);
  const isDate = !Number.isNaN(date.getTime()) && date.toUTCString() === text;
  return isDate ? date : undefined;
}
