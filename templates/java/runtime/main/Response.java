package com.example.template.runtime;

/**
 * What an operation returned, together with the response it was read from.
 *
 * @param <T> what the operation returns
 * @param body what it returned
 * @param raw the response
 */
public record Response<T>(T body, RawResponse raw) {
  /**
   * Returns the status.
   *
   * @return the status
   */
  public int status() {
    return raw.status();
  }
}
