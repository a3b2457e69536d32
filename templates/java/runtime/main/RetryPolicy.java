package com.example.template.runtime;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * When a request is retried.
 *
 * <p>A request that never left is retried. A request of an idempotent operation is also retried if
 * the connection broke or if the response is 429, 502, 503 or 504. A request that timed out is not
 * retried. The waits double, each is shortened to a random part of itself, and none is shorter than
 * {@code Retry-After} (RFC 9110 §10.2.3).
 *
 * @param attempts the maximum number of attempts, including the first
 * @param firstWait the upper bound of the first wait
 * @param longestWait the upper bound of every wait
 * @param longestRetryAfter the longest {@code Retry-After} to wait for; if the service asks for
 *     more, its response is returned at once
 */
public record RetryPolicy(
    int attempts, Duration firstWait, Duration longestWait, Duration longestRetryAfter) {
  /** Three attempts, waits from 250 ms to 10 s, and a {@code Retry-After} of up to 60 s. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, Duration.ofMillis(250), Duration.ofSeconds(10), Duration.ofSeconds(60));

  /** Never retries. */
  public static final RetryPolicy NONE = DEFAULT.withAttempts(1);

  private static final int LONGEST_SHIFT = 30;
  private static final Set<Integer> REPEATED = Set.of(429, 502, 503, 504);

  /**
   * Returns a copy with another number of attempts.
   *
   * @param most the maximum number of attempts, including the first
   * @return the policy
   */
  public RetryPolicy withAttempts(int most) {
    return new RetryPolicy(most, firstWait, longestWait, longestRetryAfter);
  }

  /**
   * Returns a copy with other waits.
   *
   * @param first the upper bound of the first wait
   * @param longest the upper bound of every wait
   * @return the policy
   */
  public RetryPolicy withWaits(Duration first, Duration longest) {
    return new RetryPolicy(attempts, first, longest, longestRetryAfter);
  }

  /**
   * Returns a copy with another limit for {@code Retry-After}.
   *
   * @param longest the longest {@code Retry-After} to wait for
   * @return the policy
   */
  public RetryPolicy withLongestRetryAfter(Duration longest) {
    return new RetryPolicy(attempts, firstWait, longestWait, longest);
  }

  /** Returns how long to wait before the next attempt; empty for no further attempt. */
  Optional<Duration> wait(
      int attempt, boolean idempotent, RawResponse raw, Throwable error, Clock clock) {
    if (!mayRepeat(idempotent, raw, error)) {
      return Optional.empty();
    }
    return wait(attempt, retryAfter(raw, clock.now()).orElse(Duration.ZERO), clock);
  }

  /** Returns the same for a broken stream whose service has requested a reconnection time. */
  Optional<Duration> wait(
      int attempt, boolean idempotent, Duration requested, IOException error, Clock clock) {
    return mayRepeat(idempotent, null, error) ? wait(attempt, requested, clock) : Optional.empty();
  }

  private Optional<Duration> wait(int attempt, Duration asked, Clock clock) {
    if (attempt >= attempts) {
      return Optional.empty();
    }
    if (asked.compareTo(longestRetryAfter) > 0) {
      return Optional.empty();
    }
    Duration wait = clock.jitter(least(doubled(attempt), longestWait));
    return Optional.of(wait.compareTo(asked) < 0 ? asked : wait);
  }

  private Duration doubled(int attempt) {
    try {
      return firstWait.multipliedBy(1L << Math.min(attempt - 1, LONGEST_SHIFT));
    } catch (ArithmeticException error) {
      return longestWait;
    }
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static boolean mayRepeat(boolean idempotent, RawResponse raw, Throwable error) {
    if (raw != null) {
      return idempotent && REPEATED.contains(raw.status());
    }
    if (neverLeft(error)) {
      return true;
    }
    return idempotent && error instanceof IOException && !(error instanceof HttpTimeoutException);
  }

  /** Returns whether no connection was established. */
  static boolean neverLeft(Throwable error) {
    return error instanceof ConnectException || error instanceof HttpConnectTimeoutException;
  }

  /** Returns the time that {@code Retry-After} asks for, given in seconds or as a date. */
  private static Optional<Duration> retryAfter(RawResponse raw, Instant now) {
    Optional<String> field = Optional.ofNullable(raw).flatMap(one -> one.header("retry-after"));
    if (field.isEmpty()) {
      return Optional.empty();
    }
    String text = field.get().trim();
    try {
      return Optional.of(Duration.ofSeconds(Long.parseUnsignedLong(text)))
          .map(asked -> asked.isNegative() ? Duration.ofSeconds(Long.MAX_VALUE) : asked);
    } catch (NumberFormatException error) {
      return Times.parseHttpDate(text)
          .map(until -> Duration.between(now, until))
          .map(left -> left.isNegative() ? Duration.ZERO : left);
    }
  }
}
