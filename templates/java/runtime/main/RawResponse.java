package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A response as received: status, header fields and body. The body of a stream is empty because its
 * items are read one by one.
 */
public final class RawResponse {
  private final int status;
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final byte[] content;
  private final InputStream open;

  /**
   * Creates a response.
   *
   * @param status the status
   * @param headers the header fields
   * @param body the body
   */
  public RawResponse(int status, Map<String, List<String>> headers, byte[] body) {
    this.status = status;
    headers.forEach(
        (name, values) ->
            this.headers.computeIfAbsent(name, same -> new ArrayList<>()).addAll(values));
    this.content = body.clone();
    this.open = null;
  }

  /** Creates a response whose body is not read yet. */
  RawResponse(OpenResponse answer) {
    this.status = answer.status();
    answer
        .headers()
        .forEach(
            (name, values) ->
                this.headers.computeIfAbsent(name, same -> new ArrayList<>()).addAll(values));
    this.content = new byte[0];
    this.open = answer.body();
  }

  /**
   * Returns the status.
   *
   * @return the status
   */
  public int status() {
    return status;
  }

  /**
   * Returns the header fields, whose names are case-insensitive.
   *
   * @return the values by name
   */
  public Map<String, List<String>> headers() {
    return Collections.unmodifiableMap(headers);
  }

  /**
   * Returns the first header field with a name.
   *
   * @param name the name
   * @return its value, if it is present
   */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name, List.of()).stream().findFirst();
  }

  /**
   * Returns a copy of the body.
   *
   * @return the bytes
   */
  public byte[] body() {
    return content.clone();
  }

  /**
   * Returns the body as text; invalid UTF-8 is replaced.
   *
   * @return the text
   */
  public String text() {
    return new String(content, StandardCharsets.UTF_8);
  }

  /**
   * Returns the body as JSON.
   *
   * @return the value
   * @throws UnreadableAnswerException if it is not JSON
   */
  public JsonNode json() {
    try {
      return Json.parse(content);
    } catch (DecodeException error) {
      throw new UnreadableAnswerException(this, error);
    }
  }

  /** Returns the body, if it is not read yet. */
  Optional<InputStream> open() {
    return Optional.ofNullable(open);
  }

  /** Closes the connection of a stream. */
  void close() {
    if (open != null) {
      try {
        open.close();
      } catch (IOException error) {
        // The connection is already broken.
        return;
      }
    }
  }

  byte[] content() {
    return content;
  }

  /** Shows only status and size, because body and header fields can be secrets. */
  @Override
  public String toString() {
    return "RawResponse[status=" + status + ", size=" + content.length + "]";
  }
}
