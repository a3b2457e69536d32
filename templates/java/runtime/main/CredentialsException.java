package com.example.template.runtime;

import java.io.Serial;
import java.util.Optional;

/** There are no credentials; nothing was sent to the service. */
public final class CredentialsException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /** What the token endpoint calls its error. */
  private final String code;

  /** The message without a prefix. */
  private final String reason;

  CredentialsException(String message, RawResponse raw, String code, Throwable cause) {
    super("no credentials: " + message, raw, cause);
    this.reason = message;
    this.code = code;
  }

  static CredentialsException because(String message, Throwable cause) {
    return new CredentialsException(message, null, null, cause);
  }

  /** The same for another operation, from where it is called. */
  CredentialsException copy() {
    return new CredentialsException(reason, raw().orElse(null), code, getCause());
  }

  /**
   * What the token endpoint calls its error (RFC 6749 §5.2).
   *
   * @return the code, where it said one
   */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }
}
