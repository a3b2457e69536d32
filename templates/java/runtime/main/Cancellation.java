package com.example.template.runtime;

import java.util.concurrent.CompletableFuture;

/** A future that, when cancelled, cancels the step in progress. */
final class Cancellation<T> extends CompletableFuture<T> {
  private CompletableFuture<?> current;

  /** Sets the step in progress. */
  <R> CompletableFuture<R> track(CompletableFuture<R> step) {
    synchronized (this) {
      current = step;
    }
    if (isCancelled()) {
      step.cancel(true);
    }
    return step;
  }

  void finish(T value, Throwable error) {
    if (error == null) {
      complete(value);
    } else {
      completeExceptionally(Futures.cause(error));
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    CompletableFuture<?> step;
    synchronized (this) {
      step = current;
    }
    if (step != null) {
      step.cancel(mayInterruptIfRunning);
    }
    return cancelled;
  }
}
