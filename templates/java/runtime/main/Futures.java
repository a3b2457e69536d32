package com.example.template.runtime;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What {@link CompletableFuture} leaves to do. */
final class Futures {
  private Futures() {}

  /** Waits; an interrupt ends what is waited for. */
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

  /** Waits, in a thread that may be interrupted, for what can fail on the way. */
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

  /** Returns what failed, as it can be thrown anywhere. */
  static RuntimeException unchecked(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException error ? error : new CompletionException(cause);
  }

  /** Returns what failed, without what futures wrap it in. */
  static Throwable cause(Throwable error) {
    Throwable cause = error;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
