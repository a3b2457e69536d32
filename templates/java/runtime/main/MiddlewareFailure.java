package com.example.template.runtime;

import java.io.Serial;

/** What a middleware has thrown, on its way to the caller. The caller receives the cause. */
final class MiddlewareFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  MiddlewareFailure(Throwable cause) {
    super(null, cause, false, false);
  }

  /** Returns what a middleware has thrown; other errors are returned as they are. */
  static Throwable unwrap(Throwable error) {
    return error instanceof MiddlewareFailure ? error.getCause() : error;
  }
}
