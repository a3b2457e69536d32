package com.example.template.runtime;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A response whose body is not read yet.
 *
 * @param status the status
 * @param headers the header fields
 * @param body the body; closing it closes the connection, whoever is reading
 */
public record OpenResponse(int status, Map<String, List<String>> headers, InputStream body) {
  /** The media type. */
  Optional<String> mediaType() {
    return headers.entrySet().stream()
        .filter(field -> field.getKey().equalsIgnoreCase("content-type"))
        .flatMap(field -> field.getValue().stream())
        .findFirst();
  }

  /** The body and header fields can be secrets, so neither is shown. */
  @Override
  public String toString() {
    return "OpenResponse[status=" + status + "]";
  }
}
