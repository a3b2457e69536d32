package com.example.template.runtime;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.function.Supplier;

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
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpRequest sent;
    try {
      HttpRequest.Builder builder = convert(request, ended);
      sent = (request.stream().isPresent() ? builder : builder.timeout(request.timeout())).build();
    } catch (IllegalArgumentException error) {
      return CompletableFuture.failedFuture(
          new RequestException("the address or a header field of the request is not valid"));
    }
    return inTime(
        request,
        ended,
        client.sendAsync(sent, info -> new LimitedBody(limit)),
        HttpTransport::convert);
  }

  /** The body is read only as far as its reader asks for. */
  @Override
  public CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpRequest sent;
    try {
      sent = convert(request, ended).build();
    } catch (IllegalArgumentException error) {
      return CompletableFuture.failedFuture(
          new RequestException("the request has a part that cannot be sent"));
    }
    return inTime(
        request,
        ended,
        client.sendAsync(sent, HttpResponse.BodyHandlers.ofInputStream()),
        one -> new OpenResponse(one.statusCode(), one.headers().map(), one.body()));
  }

  private static <B, T> CompletableFuture<T> inTime(
      HttpExchangeRequest request,
      CompletableFuture<Void> sent,
      CompletableFuture<HttpResponse<B>> answer,
      Function<HttpResponse<B>, T> read) {
    Cancellation<T> result = new Cancellation<>();
    CompletableFuture<T> raw = result.track(answer).thenApply(read);
    sent.thenRun(() -> raw.orTimeout(request.timeout().toMillis(), TimeUnit.MILLISECONDS));
    raw.whenComplete(
        (value, error) -> {
          if (error != null) {
            // A streamed body that is not sent completely is closed.
            sent.cancel(false);
          }
          boolean late = Futures.cause(error) instanceof TimeoutException;
          if (late) {
            answer.cancel(true);
          }
          result.finish(
              value, late ? new HttpTimeoutException("no response arrived in time") : error);
        });
    return result;
  }

  /** Does not use another thread, so that stack traces include the caller. */
  @Override
  public RawResponse send(HttpExchangeRequest request, long limit)
      throws IOException, InterruptedException {
    if (request.stream().isPresent()) {
      return Futures.get(exchange(request, limit));
    }
    HttpRequest sent;
    try {
      sent = convert(request, new CompletableFuture<>()).timeout(request.timeout()).build();
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

  /** Returns the request; {@code ended} is completed when a streamed body is sent. */
  private static HttpRequest.Builder convert(
      HttpExchangeRequest request, CompletableFuture<Void> ended) {
    HttpRequest.BodyPublisher body;
    if (request.stream().isPresent()) {
      Supplier<InputStream> stream = request.stream().get();
      body = HttpRequest.BodyPublishers.ofInputStream(() -> new Watched(stream.get(), ended));
    } else {
      ended.complete(null);
      body =
          request
              .body()
              .map(HttpRequest.BodyPublishers::ofByteArray)
              .orElseGet(HttpRequest.BodyPublishers::noBody);
    }
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

  /** Reports the end of a stream. */
  private static final class Watched extends FilterInputStream {
    private final CompletableFuture<Void> ended;

    Watched(InputStream stream, CompletableFuture<Void> ended) {
      super(stream);
      this.ended = ended;
      ended.whenComplete(
          (none, error) -> {
            if (error != null) {
              abandon();
            }
          });
    }

    private void abandon() {
      try {
        close();
      } catch (IOException error) {
        // It is of no more use.
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        int count = super.read(into, offset, length);
        if (count < 0) {
          ended.complete(null);
        }
        return count;
      } catch (RuntimeException error) {
        throw new IOException(error);
      }
    }
  }

  private static RawResponse convert(HttpResponse<byte[]> answer) {
    return new RawResponse(answer.statusCode(), answer.headers().map(), answer.body());
  }
}
