/** The time limit of a call as a whole. */

import { after, type Clock } from "./clock.js";
import { TimeoutError } from "./errors.js";

/** When a call ends, by the clock of its client. */
export class Deadline {
  readonly #clock: Clock;
  readonly #end: number;
  readonly #late: string;

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#end = clock.now() + limit;
    this.#late = `the call took longer than ${limit.toString()} ms`;
  }

  /** Returns how many milliseconds are left. */
  left(): number {
    return this.#end - this.#clock.now();
  }

  /** Returns the error of a call whose time is up. */
  error(): TimeoutError {
    return new TimeoutError(this.#late);
  }

  /** @throws TimeoutError if time is up. */
  check(): void {
    if (this.left() <= 0) {
      throw this.error();
    }
  }

  /**
   * Waits for the promise.
   *
   * @throws TimeoutError if time is up before.
   */
  async within<T>(promise: Promise<T>): Promise<T> {
    let stop: (() => void) | undefined;
    const late = new Promise<never>((_, reject) => {
      stop = after(this.left(), () => {
        reject(this.error());
      });
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      stop?.();
    }
  }
}

/** Returns the time limit of a call that begins now, if it has one. */
export function deadlineOf(
  clock: Clock,
  limit: number | undefined,
): Deadline | undefined {
  return limit === undefined || limit === Infinity
    ? undefined
    : new Deadline(clock, limit);
}
