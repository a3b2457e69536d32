package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a client, which a copy of it can change.
 *
 * @param <B> the type of the settings themselves
 */
public abstract class ClientSettings<B extends ClientSettings<B>> {
  private static final long LIMIT = 64L << 20;

  Duration timeout = Duration.ofSeconds(30);
  Optional<Duration> callTimeout = Optional.empty();
  RetryPolicy retry = RetryPolicy.DEFAULT;
  long limit = LIMIT;
  String userAgent;
  Observer observer = new Observer() {};
  final Additions defaults = new Additions();
  final Map<String, JsonNode> parameters = new HashMap<>();
  final List<Middleware> middleware = new ArrayList<>();

  ClientSettings() {}

  /**
   * Sets the time limit for one attempt, from connecting to the last byte; 30 s by default.
   *
   * @param longest the time limit
   * @return this
   */
  public final B timeout(Duration longest) {
    timeout = Objects.requireNonNull(longest, "longest");
    return self();
  }

  /**
   * Sets the time limit for a whole call: for all attempts, the waits between them, and obtaining
   * tokens; without limit by default. For a list, it applies to each page; for a stream, until its
   * response begins.
   *
   * @param longest the time limit
   * @return this
   */
  public final B callTimeout(Duration longest) {
    callTimeout = Optional.of(longest);
    return self();
  }

  /**
   * Sets when a request is retried.
   *
   * @param policy the policy
   * @return this
   */
  public final B retry(RetryPolicy policy) {
    retry = Objects.requireNonNull(policy, "policy");
    return self();
  }

  /**
   * Sets the {@code User-Agent}; by default, the names and versions of this package and of Java,
   * and the platform.
   *
   * @param text the text
   * @return this
   * @throws IllegalArgumentException if the text is not allowed in a header field
   */
  public final B userAgent(String text) {
    if (!Prepared.isField("user-agent", text)) {
      throw new IllegalArgumentException("the user agent contains characters that are not allowed");
    }
    userAgent = text;
    return self();
  }

  /**
   * Sets a header field of every request of an operation. Parameters and the header fields of a
   * call replace it.
   *
   * @param name the name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the header field is not allowed
   */
  public final B defaultHeader(String name, String value) {
    if (!Prepared.isField(name, value)) {
      throw new IllegalArgumentException(
          "the header field `" + name + "` contains characters that are not allowed");
    }
    defaults.header(name, value);
    return self();
  }

  /**
   * Adds a field to the query of every request of an operation. The query fields of a call replace
   * those with their names. The address of a page that a response has given is used as it is.
   *
   * @param name the name
   * @param value the value
   * @return this
   */
  public final B defaultQuery(String name, String value) {
    defaults.query(name, value);
    return self();
  }

  /**
   * Adds a middleware. The first one is the outermost.
   *
   * @param inner the middleware
   * @return this
   */
  public final B middleware(Middleware inner) {
    middleware.add(Objects.requireNonNull(inner, "inner"));
    return self();
  }

  /**
   * Sets the maximum size of a response body, or of an item of a stream; 64 MiB by default.
   *
   * @param bytes the size, in bytes
   * @return this
   */
  public final B responseLimit(long bytes) {
    limit = bytes;
    return self();
  }

  /**
   * Sets the observer of deprecations, unknown properties and retries.
   *
   * @param given the observer
   * @return this
   */
  public final B observer(Observer given) {
    observer = Objects.requireNonNull(given, "observer");
    return self();
  }

  /**
   * Sets a parameter that the description allows to set for all calls. A call can override it.
   *
   * @param <V> its type
   * @param name its name
   * @param codec how it is encoded
   * @param value the value
   * @return this
   */
  public final <V> B parameter(String name, Codec<V> codec, V value) {
    parameters.put(name, codec.write(value));
    return self();
  }

  /** Returns the settings as they are now. */
  Settings settings() {
    return settings(defaults.copy(), List.copyOf(middleware));
  }

  final Settings settings(Additions additions, List<Middleware> all) {
    return new Settings(
        timeout,
        callTimeout,
        retry,
        limit,
        userAgent,
        observer,
        additions,
        Map.copyOf(parameters),
        all);
  }

  @SuppressWarnings("unchecked") // They name themselves as their own type.
  final B self() {
    return (B) this;
  }
}
