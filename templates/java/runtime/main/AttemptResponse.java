package com.example.template.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The response to an attempt, without its body. */
public final class AttemptResponse {
  private final RawResponse raw;
  private final Function<RawResponse, String> id;

  /** Creates a response; {@code id} returns the ID of the request as messages show it. */
  AttemptResponse(RawResponse raw, Function<RawResponse, String> id) {
    this.raw = raw;
    this.id = id;
  }

  /**
   * Returns the status.
   *
   * @return the status
   */
  public int status() {
    return raw.status();
  }

  /**
   * Returns the header fields, whose names are case-insensitive.
   *
   * @return the values by name
   */
  public Map<String, List<String>> headers() {
    return raw.headers();
  }

  /**
   * Returns the first header field with a name.
   *
   * @param name the name
   * @return its value, if it is present
   */
  public Optional<String> header(String name) {
    return raw.header(name);
  }

  /** Returns the ID of the request in parentheses, after a space; empty for none. */
  String requestId() {
    return id.apply(raw);
  }

  @Override
  public String toString() {
    return "AttemptResponse[status=" + status() + "]";
  }
}
