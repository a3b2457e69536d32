package com.example.template.runtime;

import java.util.concurrent.CompletableFuture;

/** The result of one attempt: a response or an error. */
record Outcome(RawResponse raw, Throwable error) {
  private static final int UNAUTHORIZED = 401;

  boolean isUnauthorized() {
    return raw != null && raw.status() == UNAUTHORIZED;
  }

  CompletableFuture<RawResponse> finish() {
    return raw == null
        ? CompletableFuture.failedFuture(Sender.failure(error))
        : CompletableFuture.completedFuture(raw);
  }
}
