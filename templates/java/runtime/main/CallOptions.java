package com.example.template.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of one call.
 *
 * @param <C> the type of the call itself
 */
public abstract class CallOptions<C extends CallOptions<C>> {
  final Additions additions = new Additions();
  private Duration timeout;
  private Duration callTimeout;
  private RetryPolicy retry;
  private Boolean idempotent;
  private String idempotencyKey;

  CallOptions() {}

  /**
   * Sets the time limit for one attempt, from connecting to the last byte, overriding the client's.
   *
   * @param limit the time limit
   * @return this call
   */
  public final C timeout(Duration limit) {
    timeout = Objects.requireNonNull(limit, "limit");
    return self();
  }

  /**
   * Sets the time limit for the whole call, overriding the client's: for all attempts, the waits
   * between them, and obtaining tokens. For a list, it applies to each page; for a stream, until
   * its response begins.
   *
   * @param limit the time limit
   * @return this call
   */
  public final C callTimeout(Duration limit) {
    callTimeout = Objects.requireNonNull(limit, "limit");
    return self();
  }

  /**
   * Sets when the request is retried, overriding the client's policy.
   *
   * @param policy the policy
   * @return this call
   */
  public final C retry(RetryPolicy policy) {
    retry = Objects.requireNonNull(policy, "policy");
    return self();
  }

  /**
   * Sets whether the request may safely be sent twice, overriding the description.
   *
   * @param harmless whether sending it twice does no harm
   * @return this call
   */
  public final C idempotent(boolean harmless) {
    idempotent = harmless;
    return self();
  }

  /**
   * Sets the idempotency key that is sent instead of a random UUID. The call fails with a {@link
   * RequestException} if the operation has no such key, or if the body already contains one.
   *
   * @param key the key
   * @return this call
   */
  public final C idempotencyKey(String key) {
    idempotencyKey = Objects.requireNonNull(key, "key");
    return self();
  }

  /**
   * Sets a header field, replacing the one that would be sent. Header fields that carry a
   * credential of the client are not replaced.
   *
   * @param name the name
   * @param value the value
   * @return this call
   */
  public final C header(String name, String value) {
    additions.header(name, value);
    return self();
  }

  /**
   * Adds a field to the query, after those of the parameters. It replaces the defaults of the
   * client with its name. The address of a page that a response has given is used as it is.
   *
   * @param name the name
   * @param value the value
   * @return this call
   */
  public final C query(String name, String value) {
    additions.query(name, value);
    return self();
  }

  /** Returns the terms of a call that begins now. */
  final Terms terms(Settings settings, Clock clock) {
    return new Terms(
        timeout == null ? settings.timeout() : timeout,
        retry == null ? settings.retry() : retry,
        (callTimeout == null ? settings.callTimeout() : Optional.of(callTimeout))
            .map(limit -> Deadline.after(limit, clock)),
        List.of());
  }

  /** Returns whether the request may be sent twice, given whether the operation is idempotent. */
  final boolean isIdempotent(boolean declared) {
    return idempotent == null ? declared : idempotent;
  }

  /** Returns the idempotency key; {@code null} if it is not set. */
  final String idempotencyKey() {
    return idempotencyKey;
  }

  @SuppressWarnings("unchecked") // Every call names itself as its own type.
  final C self() {
    return (C) this;
  }
}
