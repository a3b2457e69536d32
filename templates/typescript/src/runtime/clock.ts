/** Time and randomness, which tests can replace. */

/**
 * The source of time and randomness of a client. All times are in milliseconds.
 */
export interface Clock {
  /** Returns the monotonic time, by which tokens expire. */
  now(): number;
  /**
   * Returns the time since 1970, which a date in `Retry-After` is compared
   * with.
   */
  timeOfDay(): number;
  /** Waits; rejects early if the signal is aborted. */
  sleep(duration: number, signal?: AbortSignal): Promise<void>;
  /**
   * Returns a random time between 0 and `bound`, by which a retry is delayed.
   */
  jitter(bound: number): number;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
  sleep: async (duration, signal) => {
    let stop: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      stop = after(duration, resolve);
    });
    try {
      await abortable(waiting, signal);
    } finally {
      stop?.();
    }
  },
  jitter: (bound) => Math.random() * bound,
};

/** The longest time that a timer can have; a longer one would end at once. */
const LONGEST = 2 ** 31 - 1;

/** Calls a function after a time, unless the returned function is called. */
export function after(duration: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(duration, LONGEST));
  return () => {
    clearTimeout(timer);
  };
}

/** Waits for the promise; rejects early if the signal is aborted. */
export async function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) {
    return promise;
  }
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(reasonOf(signal));
    };
    signal.addEventListener("abort", stop);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) {
      signal.removeEventListener("abort", stop);
    }
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error
    ? reason
    : new DOMException("The operation was aborted", "AbortError");
}
