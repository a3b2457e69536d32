package com.example.template.runtime;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request, as sent by a {@link Transport}.
 *
 * @param method the HTTP method
 * @param url the complete URL
 * @param headers the header fields, with case-insensitive names
 * @param body the body
 * @param timeout the time limit, from connecting to the last byte
 */
public record HttpExchangeRequest(
    String method,
    String url,
    Map<String, String> headers,
    Optional<byte[]> body,
    Duration timeout) {
  /**
   * Creates a request.
   *
   * @param method the HTTP method
   * @param url the complete URL
   * @param headers the header fields
   * @param body the body
   * @param timeout the time limit
   */
  public HttpExchangeRequest {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  HttpExchangeRequest with(String name, String value) {
    Map<String, String> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    changed.putAll(headers);
    changed.put(name, value);
    return new HttpExchangeRequest(method, url, changed, body, timeout);
  }

  HttpExchangeRequest at(String address) {
    return new HttpExchangeRequest(method, address, headers, body, timeout);
  }

  HttpExchangeRequest withQuery(String pair) {
    String separator = url.contains("?") ? "&" : "?";
    return new HttpExchangeRequest(method, url + separator + pair, headers, body, timeout);
  }

  /** Shows only the method, because the query, header fields and body can be secrets. */
  @Override
  public String toString() {
    return "HttpExchangeRequest[method=" + method + "]";
  }
}
