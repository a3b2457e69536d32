package com.example.template.runtime;

import java.io.Serial;

/** The service returned an error that the description declares. */
public abstract class ApiException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param raw the response
   */
  protected ApiException(RawResponse raw) {
    super("the service answered with status " + raw.status(), raw, null);
  }

  /**
   * Returns the body of the response, of the declared type.
   *
   * @return the body; {@code null} if the response has no body
   */
  public Object body() {
    return null;
  }
}
