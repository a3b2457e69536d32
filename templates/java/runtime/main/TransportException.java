package com.example.template.runtime;

import java.io.Serial;

/** The service could not be reached, or the connection broke. */
public final class TransportException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  TransportException(Throwable cause) {
    super(
        RetryPolicy.neverLeft(cause) ? "the service could not be reached" : "the connection broke",
        null,
        cause);
  }
}
