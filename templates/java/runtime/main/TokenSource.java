package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Access tokens by the client credentials grant (RFC 6749 §4.4), with the token in use. */
final class TokenSource {
  private static final int OK = 200;
  private static final String ENDPOINT = "the token endpoint";
  private static final double NANOS = 1e9;

  private final URI url;
  private final Secret form;

  /** The client secret, which no text may show. */
  private final Secret client;

  private final Duration margin;
  private Token token;
  private CompletableFuture<Secret> flight;

  private record Token(Secret secret, Optional<Long> refresh) {
    boolean isOver(Clock clock) {
      return refresh.isPresent() && clock.nanoTime() - refresh.get() >= 0;
    }
  }

  TokenSource(URI url, Secret form, Secret client, Duration margin) {
    this.url = url;
    this.form = form;
    this.client = client;
    this.margin = margin;
  }

  /**
   * Returns the token in use, or a new one if that is about to expire or is the refused one. There
   * is at most one token request at a time; callers that wait share its result, including a
   * failure.
   */
  CompletableFuture<Secret> token(Connection connection, Optional<Secret> refused) {
    CompletableFuture<Secret> started;
    synchronized (this) {
      if (flight != null) {
        return flight.thenCompose(
            secret ->
                refused.filter(secret::equals).isPresent()
                    ? token(connection, refused)
                    : CompletableFuture.completedFuture(secret));
      }
      boolean good = token != null && !token.isOver(connection.clock());
      if (good && refused.filter(token.secret::equals).isEmpty()) {
        return CompletableFuture.completedFuture(token.secret);
      }
      token = null;
      started = new CompletableFuture<>();
      flight = started;
    }
    fetch(connection).whenComplete((fetched, error) -> land(started, fetched, error));
    return started.copy();
  }

  private void land(CompletableFuture<Secret> started, Token fetched, Throwable error) {
    synchronized (this) {
      flight = null;
      token = fetched;
    }
    if (error == null) {
      started.complete(fetched.secret);
    } else {
      started.completeExceptionally(failure(Futures.cause(error)));
    }
  }

  private static Throwable failure(Throwable error) {
    boolean known =
        error instanceof CredentialsException
            || error instanceof MiddlewareFailure
            || error instanceof Error;
    return known
        ? error
        : CredentialsException.because("the token endpoint could not be reached", error);
  }

  private CompletableFuture<Token> fetch(Connection connection) {
    long asked = connection.clock().nanoTime();
    return connection
        .exchange(request(connection), List.of(), new Cancellation<Secret>())
        .thenApply(raw -> read(raw, asked));
  }

  private Prepared request(Connection connection) {
    // Other calls may wait for the token, so that no time limit of a whole call applies to it.
    Terms terms =
        new Terms(
            connection.settings().timeout(),
            connection.settings().retry(),
            Optional.empty(),
            List.of());
    Map<String, String> headers =
        Map.of("accept", "application/json", "content-type", "application/x-www-form-urlencoded");
    HttpExchangeRequest request =
        new HttpExchangeRequest(
            "POST", url.toString(), headers, Optional.of(form.bytes()), terms.timeout());
    // Issuing one more token does no harm.
    return new Prepared(
        ENDPOINT,
        url.getRawPath(),
        request,
        true,
        true,
        Optional.empty(),
        Optional.of(client),
        terms);
  }

  private Token read(RawResponse raw, long asked) {
    JsonNode answer = json(raw);
    if (raw.status() != OK) {
      String code = answer.path("error").textValue();
      String text =
          new ErrorText(ENDPOINT, ErrorText.TOKEN, List.of(client.expose())).of(raw, true);
      String reason = text.replaceFirst(": the service", "");
      throw new CredentialsException(reason, raw, code, null);
    }
    String secret = answer.path("access_token").asText("");
    if (secret.isEmpty() || !answer.path("access_token").isTextual()) {
      throw malformed(raw, "it has no `access_token`");
    }
    if (!"bearer".equalsIgnoreCase(answer.path("token_type").textValue())) {
      throw malformed(raw, "its `token_type` is not `bearer`");
    }
    Optional<Duration> life = seconds(answer.path("expires_in"));
    return new Token(Secret.of(secret), life.map(lasts -> asked + kept(lasts).toNanos()));
  }

  private Duration kept(Duration life) {
    Duration half = life.dividedBy(2);
    return life.minus(margin.compareTo(half) < 0 ? margin : half);
  }

  private static JsonNode json(RawResponse raw) {
    try {
      return Json.parse(raw.content());
    } catch (DecodeException error) {
      return Json.NODES.missingNode();
    }
  }

  private static CredentialsException malformed(RawResponse raw, String reason) {
    String message = "the response of the token endpoint cannot be used: " + reason;
    return new CredentialsException(message, raw, null, null);
  }

  /** Parses a number of seconds, which some servers write as a string. */
  private static Optional<Duration> seconds(JsonNode value) {
    try {
      double seconds =
          value.isTextual() ? Double.parseDouble(value.textValue()) : value.asDouble(-1);
      boolean usable = seconds >= 0 && seconds * NANOS < Long.MAX_VALUE / 2.0;
      return usable ? Optional.of(Duration.ofNanos((long) (seconds * NANOS))) : Optional.empty();
    } catch (NumberFormatException error) {
      return Optional.empty();
    }
  }
}
