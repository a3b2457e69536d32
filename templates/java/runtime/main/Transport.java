package com.example.template.runtime;

import java.util.concurrent.CompletableFuture;

/** What sends requests: {@link HttpTransport}, or your own for tests. */
@FunctionalInterface
public interface Transport {
  /**
   * Sends a request once, and reads the answer. Redirects are answers like others.
   *
   * <p>It fails with a {@link java.net.ConnectException} or a {@link
   * java.net.http.HttpConnectTimeoutException} where the request never left, with another {@link
   * java.net.http.HttpTimeoutException} where no answer came in time, and with another {@link
   * java.io.IOException} where the connection broke. Cancelling what it returns ends the exchange.
   *
   * @param request the request
   * @param limit how many bytes the answer's body may have; of a larger one no more need be read
   * @return the answer
   */
  CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit);
}
