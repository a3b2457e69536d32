package com.example.template.runtime;

import java.io.Serial;
import java.util.Optional;

/** The credentials are not available; nothing was sent to the service. */
public final class CredentialsException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /** The error code of the token endpoint. */
  private final String code;

  /** The message without a prefix. */
  private final String reason;

  CredentialsException(String message, RawResponse raw, String code, Throwable cause) {
    super("could not obtain credentials: " + message, raw, cause);
    this.reason = message;
    this.code = code;
  }

  static CredentialsException because(String message, Throwable cause) {
    return new CredentialsException(message, null, null, cause);
  }

  /** Returns a copy for another operation, with the stack trace of its caller. */
  CredentialsException copy() {
    return new CredentialsException(reason, raw().orElse(null), code, getCause());
  }

  /**
   * Returns the error code of the token endpoint (RFC 6749 §5.2).
   *
   * @return the code, if the response has one
   */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }
}
