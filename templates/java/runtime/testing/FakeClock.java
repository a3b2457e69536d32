package com.example.template.testing;

import com.example.template.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A clock that stands still until it is advanced. Waits end at once, advance it, and are recorded.
 * Nothing is random: each wait before a retry is the longest that the policy allows.
 */
public final class FakeClock implements Clock {
  private final Instant start;
  private final List<Duration> waits = new ArrayList<>();
  private Duration passed = Duration.ZERO;

  /** Creates a clock that begins on January 1, 2030, in UTC. */
  public FakeClock() {
    this(Instant.parse("2030-01-01T00:00:00Z"));
  }

  /**
   * Creates a clock.
   *
   * @param start the time at which it begins
   */
  public FakeClock(Instant start) {
    this.start = start;
  }

  /**
   * Advances the clock.
   *
   * @param duration the time that passes
   */
  public synchronized void advance(Duration duration) {
    passed = passed.plus(duration);
  }

  /**
   * Returns how long the client has waited, each time.
   *
   * @return the waits, in order
   */
  public synchronized List<Duration> waits() {
    return List.copyOf(waits);
  }

  @Override
  public synchronized long nanoTime() {
    return passed.toNanos();
  }

  @Override
  public synchronized Instant now() {
    return start.plus(passed);
  }

  @Override
  public synchronized CompletableFuture<Void> sleep(Duration duration) {
    waits.add(duration);
    advance(duration);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Duration jitter(Duration bound) {
    return bound;
  }
}
