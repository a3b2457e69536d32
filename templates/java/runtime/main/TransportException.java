package com.example.template.runtime;

import java.io.Serial;

/** The service could not be reached, or the connection broke. */
public final class TransportException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  TransportException(Throwable cause) {
    super("the service could not be reached", null, cause);
  }
}
