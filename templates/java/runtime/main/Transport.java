package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** What sends requests: {@link HttpTransport}, or your own for tests. */
@FunctionalInterface
public interface Transport {
  /**
   * Sends a request once, and waits for the response in the thread of the caller. By default it
   * waits for {@link #exchange}.
   *
   * @param request the request
   * @param limit how many bytes the response's body may have; of a larger one no more need be read
   * @return the answer
   * @throws IOException where {@code exchange} fails with one
   * @throws InterruptedException when the thread is interrupted, which ends the exchange
   */
  default RawResponse send(HttpExchangeRequest request, long limit)
      throws IOException, InterruptedException {
    return Futures.get(exchange(request, limit));
  }

  /**
   * Sends a request once, and gives the response before its body is read: for streams of items. It
   * fails as {@link #exchange} does. By default it reads the whole body first, as {@code exchange}
   * does.
   *
   * @param request the request; its time ends where the body begins
   * @return the answer
   */
  default CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
    return exchange(request, Integer.MAX_VALUE)
        .thenApply(
            raw ->
                new OpenResponse(
                    raw.status(), raw.headers(), new ByteArrayInputStream(raw.content())));
  }

  /**
   * Sends a request once, and reads the response. Redirects are answers like others.
   *
   * <p>It fails with a {@link java.net.ConnectException} or a {@link
   * java.net.http.HttpConnectTimeoutException} where the request never left, with another {@link
   * java.net.http.HttpTimeoutException} where no response arrived in time, and with another {@link
   * java.io.IOException} where the connection broke. Cancelling what it returns ends the exchange.
   *
   * @param request the request
   * @param limit how many bytes the response's body may have; of a larger one no more need be read
   * @return the answer
   */
  CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit);
}
