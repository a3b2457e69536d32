package com.example.template.runtime;

import java.io.Serial;

/** No response arrived in time. */
public final class CallTimeoutException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  CallTimeoutException(Throwable cause) {
    super("no response arrived in time", null, cause);
  }
}
