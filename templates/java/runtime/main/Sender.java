package com.example.template.runtime;

import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Sends requests: adds the credentials, and retries as the policy allows. */
final class Sender {
  private final Connection connection;
  private final Transport transport;
  private final long limit;
  private final String userAgent;
  private final Clock clock;
  private final List<Middleware> middleware;

  Sender(Connection connection, Shared shared, Settings settings) {
    this.connection = connection;
    transport = shared.transport();
    limit = settings.limit();
    userAgent = settings.userAgent();
    clock = shared.clock();
    List<Middleware> all = new ArrayList<>(settings.middleware());
    shared.log().ifPresent(all::add);
    middleware = List.copyOf(all);
  }

  /** Sends a request, and retries it as the policy allows, in the thread of the caller. */
  RawResponse send(Prepared given, List<Keyring.Grant> grants) {
    Prepared prepared = bound(given);
    int attempt = 1;
    for (int number = 1; ; number++) {
      Outcome outcome =
          prepared.terms().isOver()
              ? new Outcome(null, Terms.late())
              : pass(prepared, grants, number);
      if (prepared.isRepeatable() && outcome.isUnauthorized() && refuse(grants)) {
        continue;
      }
      Optional<Duration> wait = wait(attempt, prepared, outcome);
      if (wait.isEmpty()) {
        if (outcome.raw() == null) {
          throw Futures.unchecked(MiddlewareFailure.unwrap(failure(outcome.error())));
        }
        return outcome.raw();
      }
      Futures.await(clock.sleep(wait.get()));
      attempt++;
    }
  }

  private Prepared bound(Prepared prepared) {
    return middleware.isEmpty() ? prepared : prepared.with(prepared.terms().bound(middleware));
  }

  /** Sends a request once, through the middlewares if there are any. */
  private Outcome pass(Prepared prepared, List<Keyring.Grant> grants, int number) {
    if (middleware.isEmpty()) {
      return once(prepared, grants);
    }
    Passage passage = passage(prepared, grants, number);
    Prepared ready;
    try {
      ready = passage.enter(prepared);
    } catch (RequestException | MiddlewareFailure error) {
      return passage.leave(new Outcome(null, error));
    }
    return passage.leave(once(ready, grants));
  }

  private Passage passage(Prepared prepared, List<Keyring.Grant> grants, int number) {
    return new Passage(
        prepared.terms().middleware(),
        new Attempt(prepared, connection.withoutSecrets(prepared.request().url()), number, clock),
        raw ->
            connection.errorText(prepared.operation(), grants, prepared.secret()).requestId(raw));
  }

  private Outcome once(Prepared prepared, List<Keyring.Grant> grants) {
    HttpExchangeRequest request = identified(prepared);
    Terms terms = prepared.terms();
    try {
      for (Keyring.Grant grant : grants) {
        request = Futures.get(terms.within(grant.apply(connection, request)));
      }
      request = request.within(terms.limit());
      if (prepared.streams().isPresent()) {
        OpenResponse answer = Futures.get(terms.within(transport.open(request)));
        return new Outcome(opened(prepared, answer), null);
      }
      if (terms.deadline().isPresent()) {
        // The transport may not know the limit, or count it from the end of a streamed body.
        RawResponse raw = Futures.get(terms.within(transport.exchange(request, limit)));
        return new Outcome(limited(raw), null);
      }
      return new Outcome(limited(transport.send(request, limit)), null);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      return new Outcome(null, new CancellationException("interrupted"));
    } catch (IOException | RuntimeException | Error error) {
      return new Outcome(null, Futures.cause(error));
    }
  }

  /** Returns the delay before the next attempt, or empty for no retry. Notifies the observer. */
  private Optional<Duration> wait(int attempt, Prepared prepared, Outcome outcome) {
    if (!prepared.isRepeatable()) {
      return Optional.empty();
    }
    Terms terms = prepared.terms();
    Optional<Duration> wait =
        terms
            .retry()
            .wait(attempt, prepared.idempotent(), outcome.raw(), outcome.error(), clock)
            .filter(terms::allows);
    wait.ifPresent(
        time -> {
          Optional<Integer> status = Optional.ofNullable(outcome.raw()).map(RawResponse::status);
          connection.reportRetry(new Retry(prepared.operation(), attempt, status, time));
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
    Prepared bound;
    try {
      bound = bound(prepared);
    } catch (RuntimeException | Error error) {
      return CompletableFuture.failedFuture(new MiddlewareFailure(error));
    }
    return attempt(1, 1, bound, grants, cancellation);
  }

  /** The number is how many times the request is sent then, the attempt without renewals. */
  private CompletableFuture<RawResponse> attempt(
      int attempt,
      int number,
      Prepared prepared,
      List<Keyring.Grant> grants,
      Cancellation<?> cancellation) {
    if (cancellation.isDone()) {
      return CompletableFuture.failedFuture(new CancellationException());
    }
    if (prepared.terms().isOver()) {
      return new Outcome(null, Terms.late()).finish();
    }
    return pass(prepared, grants, number, cancellation)
        .thenCompose(
            outcome -> {
              if (prepared.isRepeatable() && outcome.isUnauthorized() && refuse(grants)) {
                return attempt(attempt, number + 1, prepared, grants, cancellation);
              }
              return wait(attempt, prepared, outcome)
                  .map(
                      wait ->
                          cancellation
                              .track(clock.sleep(wait))
                              .thenCompose(
                                  over ->
                                      attempt(
                                          attempt + 1, number + 1, prepared, grants, cancellation)))
                  .orElseGet(outcome::finish);
            });
  }

  private CompletableFuture<Outcome> pass(
      Prepared prepared, List<Keyring.Grant> grants, int number, Cancellation<?> cancellation) {
    if (middleware.isEmpty()) {
      return once(prepared, grants, cancellation)
          .handle((raw, error) -> new Outcome(raw, Futures.cause(error)));
    }
    Passage passage = passage(prepared, grants, number);
    return CompletableFuture.completedFuture(prepared)
        .thenApply(passage::enter)
        .thenCompose(ready -> once(ready, grants, cancellation))
        .handle((raw, error) -> passage.leave(new Outcome(raw, Futures.cause(error))));
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
    Terms terms = prepared.terms();
    CompletableFuture<HttpExchangeRequest> request =
        CompletableFuture.completedFuture(identified(prepared));
    for (Keyring.Grant grant : grants) {
      request = request.thenCompose(before -> terms.within(grant.apply(connection, before)));
    }
    request = request.thenApply(ready -> ready.within(terms.limit()));
    if (prepared.streams().isPresent()) {
      return request
          .thenCompose(ready -> cancellation.track(terms.within(transport.open(ready))))
          .thenApplyAsync(answer -> openedUnchecked(prepared, answer));
    }
    return request.thenCompose(
        ready ->
            cancellation
                .track(terms.within(transport.exchange(ready, limit)))
                .thenApply(this::limited));
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
    long left = prepared.terms().limit().toMillis();
    CompletableFuture<Void> watch = new CompletableFuture<>();
    RawResponse open = new RawResponse(answer);
    CompletableFuture<Void> late = watch.orTimeout(left, TimeUnit.MILLISECONDS);
    late.whenComplete((none, error) -> open.close());
    try {
      byte[] body = answer.body().readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
      return limited(new RawResponse(answer.status(), answer.headers(), body));
    } catch (IOException error) {
      throw late.isCompletedExceptionally() ? Terms.late() : error;
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

  /** Returns the error with which a call fails, or the failure of a middleware. */
  static Throwable failure(Throwable error) {
    if (error instanceof MiddlewareFailure || error instanceof Error) {
      return error;
    }
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
}
