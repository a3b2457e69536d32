package com.example.template.testing;

import com.example.template.runtime.Codecs;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A request that a {@link TestService} has received.
 *
 * @param operation the operationId; {@code request} if it is not described, and {@code the token
 *     endpoint} for a request for a token
 * @param method the HTTP method
 * @param pathParameters the values in the path, decoded, by name
 * @param url the complete URL
 * @param headers the header fields, with case-insensitive names
 * @param body the body; empty for none
 */
public record ReceivedRequest(
    String operation,
    String method,
    Map<String, String> pathParameters,
    String url,
    Map<String, String> headers,
    byte[] body) {
  /**
   * Returns the path of the URL.
   *
   * @return the path, as sent
   */
  public String path() {
    return path(url);
  }

  static String path(String url) {
    int host = url.indexOf("://") + 3;
    int start = url.indexOf('/', host);
    return start < 0 ? "/" : url.substring(start).split("[?#]", 2)[0];
  }

  /**
   * Returns the body as text.
   *
   * @return the text
   */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /**
   * Returns the body as JSON.
   *
   * @return the value
   */
  public JsonNode json() {
    return Codecs.ANY.parse(text());
  }

  /** Shows neither query nor header fields nor body, because they can be secrets. */
  @Override
  public String toString() {
    return operation + ": " + method + " " + path();
  }
}
