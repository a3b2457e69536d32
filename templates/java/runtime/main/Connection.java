package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The state that the calls of one client share. */
public final class Connection {
  private static final int UNAUTHORIZED = 401;

  private final Servers servers;
  private final Keyring keyring;
  private final Transport transport;
  private final RetryPolicy retry;
  private final Duration timeout;
  private final long limit;
  private final String userAgent;
  private final Observer observer;
  private final Clock clock;
  private final ErrorText.Places errorTexts;

  Connection(ClientBuilder<?> builder) {
    servers = builder.servers;
    keyring = new Keyring(builder.schemes, builder.credentials, builder.servers);
    transport =
        builder.transport == null ? new HttpTransport(builder.connectTimeout) : builder.transport;
    retry = builder.retry;
    timeout = builder.timeout;
    limit = builder.limit;
    userAgent = builder.userAgent;
    observer = builder.observer;
    clock = builder.clock;
    errorTexts = builder.errorTexts;
  }

  Servers servers() {
    return servers;
  }

  Duration timeout() {
    return timeout;
  }

  Clock clock() {
    return clock;
  }

  RetryPolicy retry() {
    return retry;
  }

  /** Returns the maximum size of a response, or of an item of a stream, in bytes. */
  long limit() {
    return limit;
  }

  /** Returns the credentials for a request of an operation. */
  List<Keyring.Grant> grants(Operation<?> operation) {
    return keyring.choose(operation);
  }

  /** Sends a request, and retries it as the policy allows, in the thread of the caller. */
  RawResponse send(Prepared prepared, List<Keyring.Grant> grants) {
    int attempt = 1;
    while (true) {
      Outcome outcome = once(prepared, grants);
      if (prepared.isRepeatable() && outcome.isUnauthorized() && refuse(grants)) {
        continue;
      }
      Optional<Duration> wait = wait(attempt, prepared, outcome);
      if (wait.isEmpty()) {
        if (outcome.raw == null) {
          throw Futures.unchecked(failure(outcome.error));
        }
        return outcome.raw;
      }
      Futures.await(clock.sleep(wait.get()));
      attempt++;
    }
  }

  private Outcome once(Prepared prepared, List<Keyring.Grant> grants) {
    HttpExchangeRequest request = identified(prepared);
    try {
      for (Keyring.Grant grant : grants) {
        request = Futures.await(grant.apply(this, request));
      }
      if (prepared.streams().isPresent()) {
        return new Outcome(opened(prepared, Futures.get(transport.open(request))), null);
      }
      return new Outcome(limited(transport.send(request, limit)), null);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (CancellationException error) {
      throw error;
    } catch (IOException | RuntimeException error) {
      return new Outcome(null, error);
    }
  }

  /** Returns the delay before the next attempt, or empty for no retry. Notifies the observer. */
  private Optional<Duration> wait(int attempt, Prepared prepared, Outcome outcome) {
    if (!prepared.isRepeatable()) {
      return Optional.empty();
    }
    Optional<Duration> wait =
        retry.wait(attempt, prepared.idempotent(), outcome.raw, outcome.error, clock);
    wait.ifPresent(
        time -> {
          Optional<Integer> status = Optional.ofNullable(outcome.raw).map(RawResponse::status);
          observer.retried(new Retry(prepared.operation(), attempt, status, time));
        });
    return wait;
  }

  private HttpExchangeRequest identified(Prepared prepared) {
    HttpExchangeRequest plain = prepared.request();
    return plain.headers().containsKey("user-agent") ? plain : plain.with("user-agent", userAgent);
  }

  /** Sends a request, and retries it as the policy allows. */
  CompletableFuture<RawResponse> exchange(
      Prepared prepared, List<Keyring.Grant> grants, Cancellation<?> cancellation) {
    return attempt(1, prepared, grants, cancellation);
  }

  private CompletableFuture<RawResponse> attempt(
      int attempt, Prepared prepared, List<Keyring.Grant> grants, Cancellation<?> cancellation) {
    if (cancellation.isDone()) {
      return CompletableFuture.failedFuture(new CancellationException());
    }
    return once(prepared, grants, cancellation)
        .handle((raw, error) -> new Outcome(raw, Futures.cause(error)))
        .thenCompose(
            outcome -> {
              if (prepared.isRepeatable() && outcome.isUnauthorized() && refuse(grants)) {
                return attempt(attempt, prepared, grants, cancellation);
              }
              return wait(attempt, prepared, outcome)
                  .map(
                      wait ->
                          cancellation
                              .track(clock.sleep(wait))
                              .thenCompose(
                                  over -> attempt(attempt + 1, prepared, grants, cancellation)))
                  .orElseGet(outcome::finish);
            });
  }

  /** The result of one attempt: a response or an error. */
  private record Outcome(RawResponse raw, Throwable error) {
    boolean isUnauthorized() {
      return raw != null && raw.status() == UNAUTHORIZED;
    }

    CompletableFuture<RawResponse> finish() {
      return raw == null
          ? CompletableFuture.failedFuture(failure(error))
          : CompletableFuture.completedFuture(raw);
    }
  }

  /** Returns whether any credential can be renewed; each is renewed at most once. */
  private static boolean refuse(List<Keyring.Grant> grants) {
    boolean any = false;
    for (Keyring.Grant grant : grants) {
      any |= grant.refuse();
    }
    return any;
  }

  private CompletableFuture<RawResponse> once(
      Prepared prepared, List<Keyring.Grant> grants, Cancellation<?> cancellation) {
    CompletableFuture<HttpExchangeRequest> request =
        CompletableFuture.completedFuture(identified(prepared));
    for (Keyring.Grant grant : grants) {
      request = request.thenCompose(before -> grant.apply(this, before));
    }
    if (prepared.streams().isPresent()) {
      return request
          .thenCompose(ready -> cancellation.track(transport.open(ready)))
          .thenApplyAsync(answer -> openedUnchecked(prepared, answer));
    }
    return request.thenCompose(
        ready -> cancellation.track(transport.exchange(ready, limit)).thenApply(this::limited));
  }

  private RawResponse openedUnchecked(Prepared prepared, OpenResponse answer) {
    try {
      return opened(prepared, answer);
    } catch (IOException error) {
      throw new CompletionException(error);
    }
  }

  /** Leaves a stream open; reads any other response completely, within the time limit. */
  private RawResponse opened(Prepared prepared, OpenResponse answer) throws IOException {
    if (prepared.streams().filter(streams -> streams.test(answer)).isPresent()) {
      return new RawResponse(answer);
    }
    long left = prepared.request().timeout().toMillis();
    CompletableFuture<Void> watch = new CompletableFuture<>();
    RawResponse open = new RawResponse(answer);
    CompletableFuture<Void> late = watch.orTimeout(left, TimeUnit.MILLISECONDS);
    late.whenComplete((none, error) -> open.close());
    try {
      byte[] body = answer.body().readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
      return limited(new RawResponse(answer.status(), answer.headers(), body));
    } catch (IOException error) {
      throw late.isCompletedExceptionally()
          ? new HttpTimeoutException("no response arrived in time")
          : error;
    } finally {
      watch.complete(null);
    }
  }

  private RawResponse limited(RawResponse raw) {
    if (raw.content().length > limit) {
      throw new AnswerTooLargeException(limit);
    }
    return raw;
  }

  private static Throwable failure(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof RequestException) {
        return cause;
      }
    }
    if (error instanceof SdkException || error instanceof CancellationException) {
      return error;
    }
    boolean late =
        error instanceof HttpTimeoutException || error instanceof HttpConnectTimeoutException;
    return late ? new CallTimeoutException(error) : new TransportException(error);
  }

  /** Returns the value of a response to an operation. */
  <T> T read(
      Operation<T> operation, RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    DeprecationNotice.find(operation.id(), raw).ifPresent(observer::deprecated);
    List<String> secrets = grants.stream().flatMap(grant -> grant.secrets().stream()).toList();
    ErrorText text = new ErrorText(operation.id(), errorTexts, secrets);
    Operation.Entry<T, ?> entry =
        operation
            .entry(raw)
            .orElseThrow(
                () ->
                    new UndeclaredAnswerException(raw)
                        .in(operation.id())
                        .withMessage(text.of(raw, false)));
    try {
      return finish(operation, entry, raw, new Sent(prepared, grants));
    } catch (ApiException error) {
      throw error.in(operation.id()).withMessage(text.of(raw, true));
    }
  }

  /** Returns a response with its body unread, or throws the error that it stands for. */
  <T> OpenResponse open(
      Operation<T> operation, RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    if (raw.open().isEmpty()) {
      read(operation, raw, prepared, grants);
    } else {
      DeprecationNotice.find(operation.id(), raw).ifPresent(observer::deprecated);
    }
    InputStream body = raw.open().orElseGet(() -> new ByteArrayInputStream(raw.content()));
    return new OpenResponse(raw.status(), raw.headers(), body);
  }

  /** A request with its credentials. */
  private record Sent(Prepared prepared, List<Keyring.Grant> grants) {}

  private <T, B> T finish(
      Operation<T> operation, Operation.Entry<T, B> entry, RawResponse raw, Sent sent) {
    if (raw.open().isPresent()) {
      Content.Streaming streaming = entry.content().streaming().orElseThrow();
      StreamWalk walk = new StreamWalk(this, operation, sent.prepared, sent.grants, streaming, raw);
      return entry.finish().apply(raw, entry.content().open(walk));
    }
    Decoder decoder = new Decoder();
    B body;
    try {
      body = entry.content().read(raw.content(), decoder);
    } catch (DecodeException error) {
      throw new UnreadableAnswerException(raw, error);
    }
    reportUnknown(operation, decoder);
    return entry.finish().apply(raw, body);
  }

  /** Reports properties that the description does not define. */
  void reportUnknown(Operation<?> operation, Decoder decoder) {
    if (!decoder.unknown().isEmpty()) {
      observer.unknownMembers(operation.id(), decoder.unknown());
    }
  }

  /** Reports that a stream reconnects. */
  void reportRetry(Retry again) {
    observer.retried(again);
  }

  /** Does not show the credentials, because they are secrets. */
  @Override
  public String toString() {
    return "Connection[credentials=" + keyring + "]";
  }
}
