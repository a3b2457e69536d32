package com.example.template.runtime;

import java.io.Serial;

/** The service answered with an error that the description declares. */
public abstract class ApiException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * An error.
   *
   * @param raw the response
   */
  protected ApiException(RawResponse raw) {
    super("the service answered with status " + raw.status(), raw, null);
  }

  /**
   * The body of the response, of the type that the description declares.
   *
   * @return the body; {@code null} if it has none
   */
  public Object body() {
    return null;
  }
}
