package com.example.template.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Helpers for {@link CompletableFuture}. */
final class Futures {
  private Futures() {}

  /** Waits for a future; an interrupt cancels it. */
  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException error) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException error) {
      throw unchecked(error.getCause());
    }
  }

  /** Waits for a future in a thread that may be interrupted. */
  static <T> T get(CompletableFuture<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException error) {
      future.cancel(true);
      throw error;
    } catch (ExecutionException error) {
      Throwable cause = cause(error.getCause());
      if (cause instanceof IOException failure) {
        throw failure;
      }
      throw unchecked(cause);
    }
  }

  /** Returns the result of a step, which is cancelled after a time. */
  static <T> CompletableFuture<T> within(CompletableFuture<T> step, Duration limit) {
    Cancellation<T> result = new Cancellation<>();
    result.track(step);
    CompletableFuture<Void> watch = new CompletableFuture<>();
    watch
        .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS)
        .thenRun(
            () -> {
              if (result.completeExceptionally(Terms.late())) {
                step.cancel(true);
              }
            });
    step.whenComplete(
        (value, error) -> {
          watch.cancel(false);
          result.finish(value, error);
        });
    return result;
  }

  /** Returns the error as an unchecked exception. */
  static RuntimeException unchecked(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException error ? error : new CompletionException(cause);
  }

  /** Returns the error without the exceptions that futures wrap it in. */
  static Throwable cause(Throwable error) {
    Throwable cause = error;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
