package com.example.template.runtime;

import java.io.Serial;

/** The response does not have the shape that the description declares. */
public final class UnreadableAnswerException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /** The location of the difference. */
  private final String pointer;

  UnreadableAnswerException(RawResponse raw, DecodeException cause) {
    super(
        "the response with status " + raw.status() + " cannot be read: " + cause.getMessage(),
        raw,
        cause);
    this.pointer = cause.pointer();
  }

  /**
   * Returns the location of the difference.
   *
   * @return a JSON Pointer (RFC 6901), empty for the whole body
   */
  public String pointer() {
    return pointer;
  }
}
