package com.example.template.runtime;

import java.io.InputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A request, as a {@link Transport} sends it.
 *
 * @param method the HTTP method
 * @param url the address, complete
 * @param headers the header fields, whose names are compared without regard to case
 * @param body the body
 * @param stream gives the bytes of a body that is sent as it comes, instead of {@code body}; a
 *     transport calls it once, and reads what it gives while it sends
 * @param timeout how long the exchange may take, from connecting to the last byte; from the end of
 *     the body, if that is a stream
 */
public record HttpExchangeRequest(
    String method,
    String url,
    Map<String, String> headers,
    Optional<byte[]> body,
    Optional<Supplier<InputStream>> stream,
    Duration timeout) {
  /**
   * A request.
   *
   * @param method the HTTP method
   * @param url the address, complete
   * @param headers the header fields
   * @param body the body
   * @param stream gives the bytes of a body that is sent as it comes
   * @param timeout how long the exchange may take
   */
  public HttpExchangeRequest {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  /**
   * A request whose body is not a stream.
   *
   * @param method the HTTP method
   * @param url the address, complete
   * @param headers the header fields
   * @param body the body
   * @param timeout how long the exchange may take
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

  HttpExchangeRequest at(String address) {
    return new HttpExchangeRequest(method, address, headers, body, stream, timeout);
  }

  HttpExchangeRequest withQuery(String pair) {
    String separator = url.contains("?") ? "&" : "?";
    return new HttpExchangeRequest(method, url + separator + pair, headers, body, stream, timeout);
  }

  /** The query, header fields and the body can be secrets, so none is shown. */
  @Override
  public String toString() {
    return "HttpExchangeRequest[method=" + method + "]";
  }
}
