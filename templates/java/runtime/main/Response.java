package com.example.template.runtime;

/**
 * What an operation gave back, together with the response it was read from.
 *
 * @param <T> what the operation gives back
 * @param body what it gave back
 * @param raw the response
 */
public record Response<T>(T body, RawResponse raw) {
  /**
   * The status.
   *
   * @return the status
   */
  public int status() {
    return raw.status();
  }
}
