package com.example.template.runtime;

import java.time.Duration;

/**
 * The end of the time that a call as a whole may take.
 *
 * @param clock the clock of the client
 * @param end the time of the clock at which the call is over
 */
record Deadline(Clock clock, long end) {
  /** The longest time, which the clock can always count. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  static Deadline after(Duration limit, Clock clock) {
    Duration counted = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
    return new Deadline(clock, clock.nanoTime() + counted.toNanos());
  }

  /** Returns the time that is left; zero or less if it is up. */
  Duration left() {
    return Duration.ofNanos(end - clock.nanoTime());
  }
}
