package com.example.template.runtime;

import java.io.Serial;
import java.util.Optional;

/** No credential could be had; nothing was sent to the service. */
public final class CredentialsException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  /** What the token endpoint calls its error. */
  private final String code;

  CredentialsException(String message, RawResponse raw, String code, Throwable cause) {
    super("no credential could be had: " + message, raw, cause);
    this.code = code;
  }

  static CredentialsException because(String message, Throwable cause) {
    return new CredentialsException(message, null, null, cause);
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
