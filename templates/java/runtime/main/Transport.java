package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Sends requests: {@link HttpTransport}, or an implementation for tests. */
@FunctionalInterface
public interface Transport {
  /**
   * Sends a request once and waits for the response in the thread of the caller. The default
   * implementation waits for {@link #exchange}.
   *
   * @param request the request
   * @param limit the maximum size of the response body in bytes; a larger body need not be read
   *     further
   * @return the response
   * @throws IOException if {@code exchange} fails with one
   * @throws InterruptedException if the thread is interrupted, which ends the exchange
   */
  default RawResponse send(HttpExchangeRequest request, long limit)
      throws IOException, InterruptedException {
    return Futures.get(exchange(request, limit));
  }

  /**
   * Sends a request once and returns the response before its body is read, for streams. It fails
   * like {@link #exchange}. The default implementation reads the whole body first.
   *
   * @param request the request, whose time limit applies until the body begins
   * @return the response
   */
  default CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
    return exchange(request, Integer.MAX_VALUE)
        .thenApply(
            raw ->
                new OpenResponse(
                    raw.status(), raw.headers(), new ByteArrayInputStream(raw.content())));
  }

  /**
   * Sends a request once and reads the response. Redirects are returned like other responses.
   *
   * <p>It fails with a {@link java.net.ConnectException} or a {@link
   * java.net.http.HttpConnectTimeoutException} if the request never left, with another {@link
   * java.net.http.HttpTimeoutException} if no response arrived in time, and with another {@link
   * java.io.IOException} if the connection broke. Cancelling the returned future ends the exchange.
   *
   * @param request the request
   * @param limit the maximum size of the response body in bytes; a larger body need not be read
   *     further
   * @return the response
   */
  CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit);
}
