package com.example.template.runtime;

import java.io.InputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A request, as sent by a {@link Transport}.
 *
 * @param method the HTTP method
 * @param url the complete URL
 * @param headers the header fields, with case-insensitive names
 * @param body the body
 * @param stream opens the bytes of a streamed body, which replaces {@code body}; a transport calls
 *     it once, and sends the bytes as it reads them
 * @param timeout the time limit, from connecting to the last byte; for a streamed body, from its
 *     end
 */
public record HttpExchangeRequest(
    String method,
    String url,
    Map<String, String> headers,
    Optional<byte[]> body,
    Optional<Supplier<InputStream>> stream,
    Duration timeout) {
  /**
   * Creates a request.
   *
   * @param method the HTTP method
   * @param url the complete URL
   * @param headers the header fields
   * @param body the body
   * @param stream opens the bytes of a streamed body
   * @param timeout the time limit
   */
  public HttpExchangeRequest {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  /**
   * Creates a request whose body is not a stream.
   *
   * @param method the HTTP method
   * @param url the complete URL
   * @param headers the header fields
   * @param body the body
   * @param timeout the time limit
   */
  public HttpExchangeRequest(
      String method,
      String url,
      Map<String, String> headers,
      Optional<byte[]> body,
      Duration timeout) {
    this(method, url, headers, body, Optional.empty(), timeout);
  }

  HttpExchangeRequest with(String name, String value) {
    Map<String, String> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    changed.putAll(headers);
    changed.put(name, value);
    return new HttpExchangeRequest(method, url, changed, body, stream, timeout);
  }

  HttpExchangeRequest within(Duration limit) {
    return limit.equals(timeout)
        ? this
        : new HttpExchangeRequest(method, url, headers, body, stream, limit);
  }

  HttpExchangeRequest at(String address) {
    return new HttpExchangeRequest(method, address, headers, body, stream, timeout);
  }

  HttpExchangeRequest withQuery(String pair) {
    String separator = url.contains("?") ? "&" : "?";
    return new HttpExchangeRequest(method, url + separator + pair, headers, body, stream, timeout);
  }

  /** Shows only the method, because the query, header fields and body can be secrets. */
  @Override
  public String toString() {
    return "HttpExchangeRequest[method=" + method + "]";
  }
}
