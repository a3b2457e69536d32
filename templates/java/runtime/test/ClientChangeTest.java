package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what copies of a client share, and what they can change. */
class ClientChangeTest {
  private final List<String> events = new ArrayList<>();

  private Middleware named(String name) {
    return attempt -> {
      if (attempt.operation().equals("ping")) {
        events.add(name);
      }
      return Middleware.Completion.NONE;
    };
  }

  @Test
  void copiesShareTokens() {
    Guarded stage = new Guarded();
    Connection original = new Connection(stage.builder);
    Connection copy = original.with(change -> change.timeout(Duration.ofSeconds(1)));
    new Guarded.Ping(copy).send();
    new Guarded.Ping(original).send();
    new Guarded.Ping(copy.with(change -> {})).send();
    List<Duration> limits = stage.sent.stream().map(HttpExchangeRequest::timeout).toList();
    Duration brief = Duration.ofSeconds(1);
    Duration usual = Duration.ofSeconds(30);
    assertEquals(List.of(brief, brief, usual, brief), limits);
  }

  @Test
  void middlewaresAreAddedInside() {
    Guarded stage = new Guarded();
    stage.builder.middleware(named("original"));
    Connection original = new Connection(stage.builder);
    Connection copy = original.with(change -> change.middleware(named("copy")));
    Connection second = copy.with(change -> change.middleware(named("second")));
    new Guarded.Ping(second).send();
    assertEquals(List.of("original", "copy", "second"), events);
    events.clear();
    new Guarded.Ping(original).send();
    assertEquals(List.of("original"), events);
  }

  @Test
  void theOriginalDoesNotChange() {
    Guarded stage = new Guarded();
    stage.builder.userAgent("one").defaultHeader("x-a", "1").defaultQuery("a", "1");
    Connection original = new Connection(stage.builder);
    Settings before = original.settings();
    List<ClientChange> kept = new ArrayList<>();
    Connection copy =
        original.with(
            change -> {
              kept.add(change);
              change.userAgent("two").defaultHeader("X-A", "2").defaultQuery("a", "2");
              change
                  .responseLimit(1 << 20)
                  .retry(RetryPolicy.NONE)
                  .callTimeout(Duration.ofSeconds(1));
            });
    kept.get(0).defaultHeader("x-late", "late").middleware(named("late"));
    new Guarded.Ping(copy).send();
    new Guarded.Ping(original).send();
    HttpExchangeRequest changed = stage.sent.get(1);
    assertEquals("http://ping.example/ping?a=2&key=" + Guarded.KEY, changed.url());
    assertEquals("2", changed.headers().get("x-a"));
    assertEquals("two", changed.headers().get("user-agent"));
    assertEquals(null, changed.headers().get("x-late"));
    HttpExchangeRequest same = stage.sent.get(2);
    assertEquals("http://ping.example/ping?a=1&key=" + Guarded.KEY, same.url());
    assertEquals("1", same.headers().get("x-a"));
    assertEquals("one", same.headers().get("user-agent"));
    assertEquals(before, original.settings());
    assertEquals(Optional.of(Duration.ofSeconds(1)), copy.settings().callTimeout());
  }

  @Test
  void changesAreCheckedAsByTheBuilder() {
    Connection original = new Connection(new Guarded().builder);
    assertThrows(
        IllegalArgumentException.class,
        () -> original.with(change -> change.defaultHeader("a b", "c")));
    assertThrows(
        IllegalArgumentException.class, () -> original.with(change -> change.userAgent("\n")));
    assertThrows(NullPointerException.class, () -> original.with(change -> change.timeout(null)));
  }
}
