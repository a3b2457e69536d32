package com.example.template.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Where a client takes time and randomness from; tests bring their own. */
public interface Clock {
  /** The clock of the machine. */
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
   * The time that only goes forward: tokens expire by it.
   *
   * @return nanoseconds since a time of the clock's own
   */
  long nanoTime();

  /**
   * The time of day: an HTTP date in {@code Retry-After} is compared with it.
   *
   * @return the time
   */
  Instant now();

  /**
   * Waits.
   *
   * @param duration how long
   * @return what completes when the wait is over, and ends it when cancelled
   */
  CompletableFuture<Void> sleep(Duration duration);

  /**
   * A duration from zero up to a bound, at random: how long a retry waits.
   *
   * @param bound the longest
   * @return the duration
   */
  Duration jitter(Duration bound);
}
