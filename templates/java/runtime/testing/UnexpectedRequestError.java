package com.example.template.testing;

import java.io.Serial;

/** A {@link TestService} has received a request for which it has no answer. */
public final class UnexpectedRequestError extends AssertionError {
  @Serial private static final long serialVersionUID = 1L;

  UnexpectedRequestError(ReceivedRequest request) {
    super("the test service has no answer for this request: " + request);
  }
}
