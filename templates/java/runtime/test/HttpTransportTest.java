package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests requests to a local server. */
class HttpTransportTest {
  private static final long LIMIT = 1000;
  private static final Duration LONG = Duration.ofSeconds(60);

  private final Transport transport = new HttpTransport(LONG);
  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch broken = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/echo", exchange -> answer(exchange, 200, exchange.getRequestURI() + ""));
    server.createContext("/large", exchange -> answer(exchange, 200, "x".repeat(1001)));
    server.createContext("/moved", this::move);
    server.createContext("/never", this::hang);
    server.createContext("/endless", this::goOn);
    server.start();
  }

  @AfterEach
  void stop() {
    never.countDown();
    server.stop(0);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes();
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void move(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Location", "/echo");
    answer(exchange, 302, "moved");
  }

  private void hang(HttpExchange exchange) throws IOException {
    asked.countDown();
    try {
      never.await();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  /** Writes until the client disconnects. */
  private void goOn(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try {
      while (true) {
        exchange.getResponseBody().write("a line\n".getBytes());
        exchange.getResponseBody().flush();
      }
    } catch (IOException error) {
      broken.countDown();
    }
  }

  private CompletableFuture<RawResponse> get(String path, Duration timeout) {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
    return transport.exchange(
        new HttpExchangeRequest("GET", url, Map.of("x-a", "b"), Optional.empty(), timeout), LIMIT);
  }

  private Throwable failure(CompletableFuture<RawResponse> answer) {
    return assertThrows(ExecutionException.class, answer::get).getCause();
  }

  @Test
  void separatorsThatJavaRefusesAreEscaped() throws Exception {
    RawResponse answer = get("/echo?a=b|c&d[e]=f", LONG).get();
    assertEquals("/echo?a=b%7Cc&d[e]=f", answer.text());
  }

  @Test
  void redirectsAreAnswers() throws Exception {
    RawResponse answer = get("/moved", LONG).get();
    assertEquals(302, answer.status());
    assertEquals(Optional.of("/echo"), answer.header("LOCATION"));
  }

  @Test
  void largeAnswersAreNotRead() {
    assertInstanceOf(AnswerTooLargeException.class, failure(get("/large", LONG)));
  }

  @Test
  void lateAnswersAreNotWaitedFor() {
    Throwable failure = failure(get("/never", Duration.ofMillis(50)));
    assertInstanceOf(HttpTimeoutException.class, failure);
  }

  @Test
  void whatNeverLeftIsDistinguished() {
    server.stop(0);
    assertInstanceOf(ConnectException.class, failure(get("/echo", LONG)));
  }

  @Test
  void cancellingEndsTheExchange() throws Exception {
    CompletableFuture<RawResponse> answer = get("/never", LONG);
    asked.await();
    assertTrue(answer.cancel(true));
    assertTrue(answer.isCancelled());
  }

  @Test
  void streamsAreReadAsTheyComeAndClosed() throws Exception {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/endless";
    OpenResponse answer =
        transport.open(new HttpExchangeRequest("GET", url, Map.of(), Optional.empty(), LONG)).get();
    LineReader lines = new LineReader(answer.body(), new ItemBuffer(LIMIT));
    assertEquals("a line", new String(lines.next().orElseThrow().content()));
    answer.body().close();
    broken.await();
    assertEquals(200, answer.status());
  }

  @Test
  void clientsThatFollowRedirectsAreRefused() {
    HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    assertThrows(IllegalArgumentException.class, () -> new HttpTransport(client));
  }
}
