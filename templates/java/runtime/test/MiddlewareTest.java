package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests what middlewares see, and what they can do. */
class MiddlewareTest {
  private static final List<Function<Guarded.Ping, String>> WAYS =
      List.of(Call::send, call -> Futures.await(call.sendAsync()));

  /** Records everything that it can see. */
  private static final class Watcher implements Middleware {
    final List<String> events = new ArrayList<>();
    final StringBuilder seen = new StringBuilder();

    @Override
    public Completion before(Attempt attempt) {
      events.add("before " + attempt.operation());
      seen.append(attempt).append(attempt.method()).append(attempt.pathTemplate());
      seen.append(attempt.url()).append(attempt.number()).append(attempt.headers());
      return new Completion() {
        @Override
        public void response(AttemptResponse response) {
          events.add(response.status() + " " + attempt.operation());
          seen.append(response).append(response.headers()).append(attempt).append(attempt.url());
        }

        @Override
        public void error(Throwable error) {
          events.add(error.getClass().getSimpleName() + " " + attempt.operation());
          seen.append(error);
        }
      };
    }
  }

  @Test
  void noSecretIsSeen() {
    for (Function<Guarded.Ping, String> way : WAYS) {
      Guarded stage = new Guarded();
      Watcher watcher = new Watcher();
      stage.builder.middleware(watcher);
      assertEquals("pong", way.apply(stage.call()));
      assertEquals(
          List.of("before ping", "before the token endpoint", "200 the token endpoint", "200 ping"),
          watcher.events);
      HttpExchangeRequest sent = stage.sent.get(1);
      assertEquals("http://ping.example/ping?key=" + Guarded.KEY, sent.url());
      assertEquals("Bearer " + Guarded.TOKEN, sent.headers().get("authorization"));
      String seen = watcher.seen.toString();
      assertTrue(seen.contains("http://ping.example/token"), seen);
      Guarded.SECRETS.forEach(secret -> assertFalse(seen.contains(secret), seen));
    }
  }

  @Test
  void headerFieldsReplaceAllButCredentials() {
    Guarded stage = new Guarded();
    stage.builder.defaultHeader("x-both", "default");
    stage.builder.middleware(
        attempt -> {
          attempt.header("Authorization", "mine");
          attempt.header("x-both", "middleware");
          return Middleware.Completion.NONE;
        });
    assertEquals("pong", stage.call().header("X-Both", "call").send());
    Map<String, String> headers = stage.sent.get(1).headers();
    assertEquals("Bearer " + Guarded.TOKEN, headers.get("authorization"));
    assertEquals("middleware", headers.get("x-both"));
  }

  /** Throws an error at a point of an attempt. */
  private static Middleware failing(String operation, boolean afterwards, Throwable error) {
    return attempt -> {
      boolean isMeant = attempt.operation().equals(operation);
      if (isMeant && !afterwards) {
        throw Futures.unchecked(error);
      }
      return new Middleware.Completion() {
        @Override
        public void response(AttemptResponse response) {
          if (isMeant) {
            throw Futures.unchecked(error);
          }
        }
      };
    };
  }

  @Test
  void whatIsThrownFailsTheCallAsItIs() {
    List<Throwable> errors =
        List.of(
            new IllegalStateException("refused"),
            new AssertionError("refused"),
            new CallTimeoutException(null));
    for (Throwable error : errors) {
      for (Function<Guarded.Ping, String> way : WAYS) {
        for (String operation : List.of("ping", "the token endpoint")) {
          for (boolean afterwards : List.of(false, true)) {
            Guarded stage = new Guarded();
            Watcher watcher = new Watcher();
            stage.builder.middleware(watcher).middleware(failing(operation, afterwards, error));
            Throwable thrown =
                assertThrows(error.getClass(), () -> way.apply(stage.call()), operation);
            assertSame(error, thrown);
            assertTrue(stage.sent.size() <= 2, stage.sent::toString);
            String end = error.getClass().getSimpleName() + " ping";
            assertEquals(end, watcher.events.get(watcher.events.size() - 1));
          }
        }
      }
    }
  }

  @Test
  void anOpenBodyIsClosedIfTheCallFails() {
    IllegalStateException refused = new IllegalStateException("refused");
    List<Function<Guarded.Ping, OpenResponse>> ways =
        List.of(Call::open, call -> Futures.await(call.openAsync()));
    for (Function<Guarded.Ping, OpenResponse> way : ways) {
      Guarded stage = new Guarded();
      stage.builder.middleware(failing("ping", true, refused));
      assertSame(refused, assertThrows(refused.getClass(), () -> way.apply(stage.call())));
      assertEquals(1, stage.closed);
    }
  }

  @Test
  void hostileHeaderFieldsAreRefused() {
    for (List<String> field :
        List.of(List.of("X", "a\r\nEvil: 1"), List.of("X\r\nEvil", "1"), List.of("", "1"))) {
      for (Function<Guarded.Ping, String> way : WAYS) {
        Guarded stage = new Guarded();
        Watcher watcher = new Watcher();
        stage.builder.middleware(watcher);
        stage.builder.middleware(
            attempt -> {
              attempt.header(field.get(0), field.get(1));
              return Middleware.Completion.NONE;
            });
        assertThrows(RequestException.class, () -> way.apply(stage.call()));
        assertEquals(List.of("before ping", "RequestException ping"), watcher.events);
        assertEquals(List.of(), stage.sent);
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> new Guarded.Builder().defaultHeader(field.get(0), field.get(1)));
    }
  }

  @Test
  void theNumberCountsRenewals() {
    for (Function<Guarded.Ping, String> way : WAYS) {
      Guarded stage = new Guarded();
      List<Integer> numbers = new ArrayList<>();
      stage.builder.middleware(
          attempt -> {
            if (attempt.operation().equals("ping")) {
              numbers.add(attempt.number());
            }
            return Middleware.Completion.NONE;
          });
      stage.status = 401;
      assertEquals("pong", way.apply(stage.call()));
      assertEquals(List.of(1, 2), numbers);
    }
  }

  @Test
  void loggedIdsShowNoSecrets() {
    Guarded stage = new Guarded();
    Lines log = new Lines();
    stage.id = "r " + Guarded.TOKEN;
    stage.builder.middleware(LogMiddleware.of(log));
    stage.call().send();
    assertEquals(
        "info ping: GET /ping attempt 1: 200 after 0 ms (request r [redacted])",
        log.texts.get(log.texts.size() - 1));
  }

  @Test
  void queriesCanRepeatAName() {
    Guarded stage = new Guarded();
    stage.builder.defaultQuery("a", "1").defaultQuery("a", "2").defaultQuery("b", "1");
    stage.call().query("b", "2").query("b", "3").send();
    assertEquals("http://ping.example/token", stage.sent.get(0).url());
    assertEquals(
        "http://ping.example/ping?a=1&a=2&b=2&b=3&key=" + Guarded.KEY, stage.sent.get(1).url());
  }

  @Test
  void agentsNameThePlatform() {
    Map<String, String> linux =
        Map.of("java.version", "17.0.12", "os.name", "Mac OS (X)", "os.arch", "amd64");
    assertEquals(
        "ping/1.2+3 java/17.0.12 (MacOSX; amd64)", UserAgent.of("pi ng/1.2+3", linux::get));
    assertEquals("ping/1", UserAgent.of("ping/1", name -> null));
    Guarded stage = new Guarded();
    stage.call().send();
    String sent = stage.sent.get(0).headers().get("user-agent");
    assertEquals(UserAgent.of("ping/1", System::getProperty), sent);
  }
}
