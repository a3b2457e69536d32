package com.example.template.runtime;

import java.io.Serial;

/**
 * The request cannot be encoded in the way that the description requires. Nothing was sent, or only
 * the beginning of a body whose source failed.
 */
public final class RequestException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  RequestException(String message) {
    this(message, null);
  }

  RequestException(String message, Throwable cause) {
    super(message, null, cause);
  }
}
