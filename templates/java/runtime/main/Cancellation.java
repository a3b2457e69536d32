package com.example.template.runtime;

import java.util.concurrent.CompletableFuture;

/** A result that, when it is cancelled, ends what is under way for it. */
final class Cancellation<T> extends CompletableFuture<T> {
  private CompletableFuture<?> current;

  /** Notes what is under way now. */
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
