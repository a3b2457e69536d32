package com.example.template.runtime;

import java.io.Serial;
import java.util.Optional;

/** An operation gave nothing back. */
public abstract class SdkException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The answer, where there was one. */
  private final transient RawResponse raw;

  SdkException(String message, RawResponse raw, Throwable cause) {
    super(message, cause);
    this.raw = raw;
  }

  /**
   * The answer as it came.
   *
   * @return the answer, where there was one
   */
  public Optional<RawResponse> raw() {
    return Optional.ofNullable(raw);
  }

  /**
   * The status of the answer.
   *
   * @return the status, where there was an answer
   */
  public Optional<Integer> status() {
    return raw().map(RawResponse::status);
  }
}
