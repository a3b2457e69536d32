package com.example.template.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The source of time and randomness of a client. Tests provide their own. */
public interface Clock {
  /** The system clock. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public Instant now() {
          return Instant.now();
        }

        @Override
        public CompletableFuture<Void> sleep(Duration duration) {
          return new CompletableFuture<Void>()
              .completeOnTimeout(null, duration.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public Duration jitter(Duration bound) {
          return Duration.ofNanos(ThreadLocalRandom.current().nextLong(bound.toNanos() + 1));
        }
      };

  /**
   * Returns the monotonic time, by which tokens expire.
   *
   * @return nanoseconds since an arbitrary time
   */
  long nanoTime();

  /**
   * Returns the time of day, which an HTTP date in {@code Retry-After} is compared with.
   *
   * @return the time
   */
  Instant now();

  /**
   * Waits.
   *
   * @param duration the time to wait
   * @return a future that completes when the wait is over; cancelling it ends the wait
   */
  CompletableFuture<Void> sleep(Duration duration);

  /**
   * Returns a random duration between zero and a bound, by which a retry is delayed.
   *
   * @param bound the upper bound
   * @return the duration
   */
  Duration jitter(Duration bound);
}
