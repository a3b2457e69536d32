package com.example.template.runtime;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Sends requests with an {@link HttpClient}. */
public final class HttpTransport implements Transport {
  private final HttpClient client;

  /**
   * Creates a transport with a new client. It does not follow redirects, so that requests only go
   * to the service they are meant for.
   *
   * @param connectTimeout the time limit for connecting
   */
  public HttpTransport(Duration connectTimeout) {
    this(
        HttpClient.newBuilder()
            .connectTimeout(connectTimeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build());
  }

  /**
   * Creates a transport with a client. It must not follow redirects, which could leak credentials
   * to another server.
   *
   * @param client the client
   */
  public HttpTransport(HttpClient client) {
    this.client = Objects.requireNonNull(client, "client");
    if (client.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException("the HTTP client must not follow redirects");
    }
  }

  @Override
  public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
    HttpRequest sent;
    try {
      sent = convert(request).timeout(request.timeout()).build();
    } catch (IllegalArgumentException error) {
      return CompletableFuture.failedFuture(
          new RequestException("the address or a header field of the request is not valid"));
    }
    return inTime(
        request, client.sendAsync(sent, info -> new LimitedBody(limit)), HttpTransport::convert);
  }

  /** Reads the body as it is used. */
  @Override
  public CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
    HttpRequest sent;
    try {
      sent = convert(request).build();
    } catch (IllegalArgumentException error) {
      return CompletableFuture.failedFuture(
          new RequestException("the address or a header field of the request is not valid"));
    }
    return inTime(
        request,
        client.sendAsync(sent, HttpResponse.BodyHandlers.ofInputStream()),
        one -> new OpenResponse(one.statusCode(), one.headers().map(), one.body()));
  }

  private static <B, T> CompletableFuture<T> inTime(
      HttpExchangeRequest request,
      CompletableFuture<HttpResponse<B>> answer,
      Function<HttpResponse<B>, T> read) {
    Cancellation<T> result = new Cancellation<>();
    result
        .track(answer)
        .thenApply(read)
        .orTimeout(request.timeout().toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (raw, error) -> {
              boolean late = Futures.cause(error) instanceof TimeoutException;
              if (late) {
                answer.cancel(true);
              }
              result.finish(
                  raw, late ? new HttpTimeoutException("no response arrived in time") : error);
            });
    return result;
  }

  /** Does not use another thread, so that stack traces include the caller. */
  @Override
  public RawResponse send(HttpExchangeRequest request, long limit)
      throws IOException, InterruptedException {
    HttpRequest sent;
    try {
      sent = convert(request).timeout(request.timeout()).build();
    } catch (IllegalArgumentException error) {
      throw new RequestException("the address or a header field of the request is not valid");
    }
    long deadline = System.nanoTime() + request.timeout().toNanos();
    try {
      return convert(client.send(sent, info -> new LimitedBody(limit, deadline)));
    } catch (IOException error) {
      for (Throwable cause = error; cause != null; cause = cause.getCause()) {
        if (cause instanceof AnswerTooLargeException) {
          throw new AnswerTooLargeException(limit);
        }
        if (cause instanceof TimeoutException) {
          throw new HttpTimeoutException("no response arrived in time");
        }
      }
      throw error;
    }
  }

  private static HttpRequest.Builder convert(HttpExchangeRequest request) {
    HttpRequest.BodyPublisher body =
        request
            .body()
            .map(HttpRequest.BodyPublishers::ofByteArray)
            .orElseGet(HttpRequest.BodyPublishers::noBody);
    // `|` may appear between values, but Java's URI only accepts its escape.
    URI uri = URI.create(request.url().replace("|", "%7C"));
    HttpRequest.Builder builder = HttpRequest.newBuilder(uri).method(request.method(), body);
    if (uri.getScheme().equals("http")) {
      // Without TLS, HTTP/2 would be requested by header fields of the first request.
      builder.version(HttpClient.Version.HTTP_1_1);
    }
    request.headers().forEach(builder::header);
    return builder;
  }

  private static RawResponse convert(HttpResponse<byte[]> answer) {
    return new RawResponse(answer.statusCode(), answer.headers().map(), answer.body());
  }
}
