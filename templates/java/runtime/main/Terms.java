package com.example.template.runtime;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * How long a call may take, and when it is retried.
 *
 * @param timeout the time limit for one attempt
 * @param retry when the request is retried
 * @param deadline when the call as a whole has to be over, if that is limited
 * @param middleware the middlewares of the call, the outermost first
 */
record Terms(
    Duration timeout, RetryPolicy retry, Optional<Deadline> deadline, List<Middleware> middleware) {
  /** Returns the terms of what follows once the response has begun. */
  Terms withoutDeadline() {
    return deadline.isEmpty() ? this : new Terms(timeout, retry, Optional.empty(), middleware);
  }

  /** Returns the terms with what the middlewares see the attempts of this call with. */
  Terms bound(List<Middleware> all) {
    return new Terms(timeout, retry, deadline, all.stream().map(Middleware::forCall).toList());
  }

  /** Returns whether the time for the whole call is up. */
  boolean isOver() {
    return deadline.isPresent() && !isPositive(deadline.get().left());
  }

  /** Returns whether a wait ends within the time for the whole call. */
  boolean allows(Duration wait) {
    return deadline.isEmpty() || wait.compareTo(deadline.get().left()) < 0;
  }

  /** Returns the time limit for what an attempt does now. */
  Duration limit() {
    if (deadline.isEmpty()) {
      return timeout;
    }
    Duration left = deadline.get().left();
    if (!isPositive(left)) {
      throw new CompletionException(late());
    }
    return left.compareTo(timeout) < 0 ? left : timeout;
  }

  /** Returns the step, which is cancelled when the time for the whole call is up. */
  <T> CompletableFuture<T> within(CompletableFuture<T> step) {
    return deadline.isEmpty() || step.isDone() ? step : Futures.within(step, deadline.get().left());
  }

  static HttpTimeoutException late() {
    return new HttpTimeoutException("no response arrived in time");
  }

  private static boolean isPositive(Duration time) {
    return !time.isZero() && !time.isNegative();
  }
}
