package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests that the time limit of a whole call also ends what hangs. */
class CallTimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  private static final HttpExchangeRequest REQUEST =
      new HttpExchangeRequest("GET", "http://ping.example/ping", Map.of(), Optional.empty(), SHORT);

  private static final List<Function<Guarded.Ping, String>> WAYS =
      List.of(Call::send, call -> Futures.await(call.sendAsync()));

  /** A transport that answers only what is answered by hand. */
  private static final class Hanging implements Transport {
    final List<CompletableFuture<RawResponse>> open = new ArrayList<>();
    final List<HttpExchangeRequest> sent = new ArrayList<>();
    private final Transport inner;
    private final String path;

    Hanging(Transport inner, String path) {
      this.inner = inner;
      this.path = path;
    }

    @Override
    public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
      sent.add(request);
      if (!request.url().contains("example" + path)) {
        return inner.exchange(request, limit);
      }
      CompletableFuture<RawResponse> answer = new CompletableFuture<>();
      open.add(answer);
      return answer;
    }
  }

  @Test
  void anAttemptThatHangsIsCancelled() {
    for (Function<Guarded.Ping, String> way : WAYS) {
      Guarded stage = new Guarded();
      Hanging hanging = new Hanging(stage, "/ping");
      stage.builder.transport(hanging);
      Connection connection = new Connection(stage.builder);
      // Obtaining a token may take longer.
      Futures.await(connection.grants(Guarded.PING).get(0).apply(connection, REQUEST));
      var call = new Guarded.Ping(connection).callTimeout(SHORT);
      var error = assertThrows(CallTimeoutException.class, () -> way.apply(call));
      assertEquals("ping: no response arrived in time", error.getMessage());
      assertEquals(SHORT, hanging.sent.get(1).timeout());
      // It may be cancelled after the call has ended.
      var attempt = hanging.open.get(0);
      assertThrows(CancellationException.class, () -> attempt.get(1, TimeUnit.MINUTES));
    }
  }

  @Test
  void aTokenThatHangsIsForOtherCalls() {
    for (Function<Guarded.Ping, String> way : WAYS) {
      Guarded stage = new Guarded();
      Hanging hanging = new Hanging(stage, "/token");
      stage.builder.transport(hanging).callTimeout(SHORT);
      Connection connection = new Connection(stage.builder);
      var call = new Guarded.Ping(connection);
      assertThrows(CallTimeoutException.class, () -> way.apply(call));
      var patient =
          new Guarded.Ping(connection).callTimeout(Duration.ofDays(1_000_000)).sendAsync();
      assertEquals(1, hanging.open.size());
      Futures.await(
          stage.exchange(hanging.sent.get(0), 0).thenAccept(hanging.open.get(0)::complete));
      assertEquals("pong", Futures.await(patient));
      assertEquals("pong", way.apply(new Guarded.Ping(connection).callTimeout(patience())));
    }
  }

  private static Duration patience() {
    return Duration.ofMinutes(10);
  }

  @Test
  void timeThatIsUpEndsACallBeforeAnAttempt() {
    for (Function<Guarded.Ping, String> way : WAYS) {
      Guarded stage = new Guarded();
      VectorWorld clock = new VectorWorld(List.of());
      stage.builder.clock(clock);
      stage.builder.transport(
          (request, limit) -> {
            clock.advance(7);
            return stage.exchange(request, limit);
          });
      // The first token is refused.
      stage.status = 401;
      var call = stage.call().callTimeout(Duration.ofSeconds(20));
      assertThrows(CallTimeoutException.class, () -> way.apply(call));
      assertEquals(3, stage.sent.size());
      assertEquals(Duration.ofSeconds(13), stage.sent.get(1).timeout());
    }
  }

  @Test
  void onlyHangingAttemptsAreLimited() {
    Guarded stage = new Guarded();
    stage.builder.callTimeout(patience());
    assertEquals("pong", stage.call().send());
    assertEquals(Duration.ofSeconds(30), stage.sent.get(1).timeout());
    assertEquals("pong", stage.call().timeout(SHORT).send());
    assertEquals(SHORT, stage.sent.get(3).timeout());
  }
}
