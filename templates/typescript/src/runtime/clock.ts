/** Time and randomness, so that tests need neither. */

/**
 * Where a client takes time and randomness from. All times are milliseconds.
 */
export interface Clock {
  /** The time that only goes forward: tokens expire by it. */
  now(): number;
  /** The time of day since 1970: a date in `Retry-After` is compared with it. */
  timeOfDay(): number;
  /** Waits; ends early, by rejecting, when the signal is aborted. */
  sleep(duration: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to `bound`, at random: how long a retry waits. */
  jitter(bound: number): number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
  sleep: async (duration, signal) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waiting = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, duration);
    });
    try {
      await abortable(waiting, signal);
    } finally {
      clearTimeout(timer);
    }
  },
  jitter: (bound) => Math.random() * bound,
};

/** The promise, or the reason why waiting for it was given up. */
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
