package com.example.template.runtime;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One time that a request is sent, as a {@link Middleware} sees it: the first one, each retry, each
 * repetition with renewed credentials, each page, each resumption of a stream, and each token
 * request.
 */
public final class Attempt {
  private final String operation;
  private final String method;
  private final String pathTemplate;
  private final String url;
  private final int number;
  private final Clock clock;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  Attempt(Prepared prepared, String url, int number, Clock clock) {
    this.operation = prepared.operation();
    this.method = prepared.request().method();
    this.pathTemplate = prepared.path();
    this.url = url;
    this.number = number;
    this.clock = clock;
  }

  /**
   * Returns the operation.
   *
   * @return the operationId, or {@code the token endpoint}
   */
  public String operation() {
    return operation;
  }

  /**
   * Returns the HTTP method.
   *
   * @return the method, in capitals
   */
  public String method() {
    return method;
  }

  /**
   * Returns the path of the operation in the description, or that of the token endpoint.
   *
   * @return the path template
   */
  public String pathTemplate() {
    return pathTemplate;
  }

  /**
   * Returns the address that the request is sent to, without credentials.
   *
   * @return the complete URL
   */
  public String url() {
    return url;
  }

  /**
   * Returns how many times this request has been sent.
   *
   * @return the number, from 1
   */
  public int number() {
    return number;
  }

  /**
   * Adds a header field. It replaces the one that would be sent, except a credential.
   *
   * @param name the name
   * @param value the value
   */
  public void header(String name, String value) {
    headers.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
  }

  /**
   * Returns the header fields that middlewares have added so far.
   *
   * @return the values by name, which is case-insensitive
   */
  public Map<String, String> headers() {
    return Collections.unmodifiableMap(headers);
  }

  Clock clock() {
    return clock;
  }

  @Override
  public String toString() {
    return "Attempt[operation=" + operation + ", number=" + number + "]";
  }
}
