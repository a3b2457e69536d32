package com.example.template.runtime;

import java.io.Serial;

/** JSON does not have the shape that the description declares. */
public final class DecodeException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The location. */
  private final String pointer;

  DecodeException(String pointer, String expected, String found) {
    this(pointer, expected, found, null);
  }

  DecodeException(String pointer, String expected, String found, Throwable cause) {
    super("expected " + expected + " at `" + pointer + "`, found " + found, cause);
    this.pointer = pointer;
  }

  /**
   * Returns the location of the value.
   *
   * @return a JSON Pointer (RFC 6901), empty for the whole document
   */
  public String pointer() {
    return pointer;
  }
}
