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
 * @param body the body; closing it closes the connection, even while it is being read
 */
public record OpenResponse(int status, Map<String, List<String>> headers, InputStream body) {
  /** Returns the media type. */
  Optional<String> mediaType() {
    return headers.entrySet().stream()
        .filter(field -> field.getKey().equalsIgnoreCase("content-type"))
        .flatMap(field -> field.getValue().stream())
        .findFirst();
  }

  /** Shows only the status, because body and header fields can be secrets. */
  @Override
  public String toString() {
    return "OpenResponse[status=" + status + "]";
  }
}
