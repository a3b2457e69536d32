package com.example.template.runtime;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads a body up to a limit. */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final long limit;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private volatile Flow.Subscription subscription;

  LimitedBody(long limit) {
    this.limit = limit;
  }

  /** Creates a reader with a deadline, as a value of {@link System#nanoTime()}. */
  LimitedBody(long limit, long deadline) {
    this(limit);
    result
        .orTimeout(Math.max(deadline - System.nanoTime(), 0), TimeUnit.NANOSECONDS)
        .whenComplete((body, error) -> end(error));
  }

  private void end(Throwable error) {
    Flow.Subscription current = subscription;
    if (error instanceof TimeoutException && current != null) {
      current.cancel();
    }
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (result.isDone()) {
        return;
      }
      if ((long) content.size() + buffer.remaining() > limit) {
        subscription.cancel();
        result.completeExceptionally(new AnswerTooLargeException(limit));
        return;
      }
      byte[] chunk = new byte[buffer.remaining()];
      buffer.get(chunk);
      content.writeBytes(chunk);
    }
  }

  @Override
  public void onError(Throwable error) {
    result.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    result.complete(content.toByteArray());
  }
}
