package com.example.template.runtime;

import java.io.Serial;

/** The request cannot be encoded in the way that the description requires. Nothing was sent. */
public final class RequestException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  RequestException(String message) {
    super(message, null, null);
  }
}
