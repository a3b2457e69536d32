/** A clock for tests. */

import type { Clock } from "../clock.js";

/**
 * A clock that stands still until something waits or a test advances it. Waits
 * end at once, and have no randomness: they are the longest that a retry policy
 * allows.
 */
export class FakeClock implements Clock {
  /** The waits so far, in milliseconds. */
  readonly waits: number[] = [];
  readonly #start: number;
  #time = 0;

  /** Creates a clock that stands at a time, by default at the start of 2026. */
  constructor(start: Date = new Date("2026-01-01T00:00:00Z")) {
    this.#start = start.getTime();
  }

  /** Moves the clock by a number of milliseconds. */
  advance(duration: number): void {
    this.#time += duration;
  }

  now(): number {
    return this.#time;
  }

  timeOfDay(): number {
    return this.#start + this.#time;
  }

  sleep(duration: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      signal?.throwIfAborted();
      this.waits.push(duration);
      this.advance(duration);
      resolve();
    });
  }

  jitter(bound: number): number {
    return bound;
  }
}
