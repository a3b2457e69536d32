package com.example.template.runtime;

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
 * A response as received: status, header fields and bytes. There are no bytes of a stream, whose
 * items are read one by one.
 */
public final class RawResponse {
  private final int status;
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final byte[] content;
  private final InputStream open;

  /**
   * A response.
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

  /** A response whose body is not read yet. */
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
   * The status.
   *
   * @return the status
   */
  public int status() {
    return status;
  }

  /**
   * The header fields, whose names are compared without regard to case.
   *
   * @return their values by their names
   */
  public Map<String, List<String>> headers() {
    return Collections.unmodifiableMap(headers);
  }

  /**
   * The first header field of a name.
   *
   * @param name the name
   * @return its value, if it is present
   */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name, List.of()).stream().findFirst();
  }

  /**
   * A copy of the body.
   *
   * @return the bytes
   */
  public byte[] body() {
    return content.clone();
  }

  /**
   * The body as text; what is not UTF-8 is replaced.
   *
   * @return the text
   */
  public String text() {
    return new String(content, StandardCharsets.UTF_8);
  }

  /** The body that is not read yet. */
  Optional<InputStream> open() {
    return Optional.ofNullable(open);
  }

  /** Closes the connection of a stream. */
  void close() {
    if (open != null) {
      try {
        open.close();
      } catch (IOException error) {
        // A connection that broke is closed.
        return;
      }
    }
  }

  byte[] content() {
    return content;
  }

  /** A body and header fields can be secrets, so neither is shown. */
  @Override
  public String toString() {
    return "RawResponse[status=" + status + ", size=" + content.length + "]";
  }
}
