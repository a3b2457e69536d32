package com.example.template.runtime;

import java.io.Serial;
import java.util.Optional;

/**
 * An operation failed. The message begins with the operation, limits what it quotes of a response,
 * and shows no secret.
 */
public abstract class SdkException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The response, if there was one. */
  private final transient RawResponse raw;

  /** The operationId, once it is known. */
  private String operation;

  /** The whole message, if it was built from a response. */
  private String message;

  SdkException(String message, RawResponse raw, Throwable cause) {
    super(message, cause);
    this.raw = raw;
  }

  /** Sets the operation that failed. */
  final SdkException in(String id) {
    if (operation == null) {
      operation = id;
    }
    return this;
  }

  /** Sets the message that was built from the response. */
  final SdkException withMessage(String text) {
    message = text;
    return this;
  }

  @Override
  public String getMessage() {
    if (message != null) {
      return message;
    }
    return operation == null ? super.getMessage() : operation + ": " + super.getMessage();
  }

  /** Returns the message without the operation. */
  final String bareMessage() {
    return super.getMessage();
  }

  /**
   * Returns the operation that failed.
   *
   * @return the operationId, if an operation was called
   */
  public Optional<String> operation() {
    return Optional.ofNullable(operation);
  }

  /**
   * Returns the response as received.
   *
   * @return the response, if there was one
   */
  public Optional<RawResponse> raw() {
    return Optional.ofNullable(raw);
  }

  /**
   * Returns the status of the response.
   *
   * @return the status, if there was a response
   */
  public Optional<Integer> status() {
    return raw().map(RawResponse::status);
  }
}
