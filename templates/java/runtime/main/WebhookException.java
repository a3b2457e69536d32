package com.example.template.runtime;

import java.io.Serial;

/** A webhook is not genuine, or cannot be decoded. */
public final class WebhookException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The reason. */
  private final Reason reason;

  /** The reasons that a webhook is rejected or cannot be decoded. */
  public enum Reason {
    /** There is no secret to verify with, or an empty one. */
    NO_SECRET("there is no secret to verify webhooks with, or an empty one"),
    /** There is no signature, or more than one. */
    MISSING("the webhook does not have exactly one signature"),
    /** The signature is not {@code sha256=} and 64 hexadecimal digits. */
    MALFORMED("the signature is not `sha256=` and 64 hexadecimal digits"),
    /** The body is not signed with any of the secrets. */
    MISMATCH("the signature does not match the body"),
    /** The body is signed, but does not have the shape that the description declares. */
    UNREADABLE("the webhook is signed correctly, but its body cannot be read");

    private final String message;

    Reason(String message) {
      this.message = message;
    }
  }

  WebhookException(Reason reason, Throwable cause) {
    super(reason.message, cause);
    this.reason = reason;
  }

  /**
   * Returns the reason.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }
}
