package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tests streams by the conformance vectors. */
class StreamVectorsTest {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  @TestFactory
  Stream<DynamicTest> streams() {
    assumeTrue(VectorFiles.areThere(), "there are no vectors: set CONFORMANCE_VECTORS");
    List<JsonNode> vectors = VectorFiles.read("streams");
    assumeTrue(!vectors.isEmpty(), "the description has no streams");
    return vectors.stream()
        .flatMap(
            vector ->
                Stream.of(false, true)
                    .map(
                        single ->
                            DynamicTest.dynamicTest(
                                name(vector) + (single ? ", byte by byte" : ""),
                                () -> check(vector, single))));
  }

  private static String name(JsonNode vector) {
    return vector.path("name").textValue();
  }

  /** A body that arrives in pieces and may be interrupted. */
  private static final class Pieces extends InputStream {
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private final boolean broken;
    private int at;
    private boolean closed;

    Pieces(JsonNode answer, boolean single) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (JsonNode chunk : answer.path("chunks")) {
        byte[] bytes = VectorWorld.bytes(chunk);
        all.writeBytes(bytes);
        if (!single && bytes.length > 0) {
          chunks.add(bytes);
        }
      }
      if (single) {
        for (byte one : all.toByteArray()) {
          chunks.add(new byte[] {one});
        }
      }
      broken = answer.has("failure");
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      byte[] chunk = chunks.peek();
      if (chunk == null) {
        if (broken) {
          throw new IOException("broken");
        }
        return -1;
      }
      int size = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, into, offset, size);
      at += size;
      if (at == chunk.length) {
        chunks.remove();
        at = 0;
      }
      return size;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Serves streams, and records the requests. */
  private static final class World implements Transport {
    private final Deque<JsonNode> answers = new ArrayDeque<>();
    private final List<Pieces> bodies = new ArrayList<>();
    private final ArrayNode asked = Json.NODES.arrayNode();
    private final boolean single;

    World(JsonNode vector, boolean single) {
      vector.path("answers").forEach(answers::add);
      this.single = single;
    }

    @Override
    public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
      return CompletableFuture.failedFuture(new AssertionError("streams are opened"));
    }

    @Override
    public CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
      asked.add(request.headers().get("last-event-id"));
      JsonNode answer = answers.remove();
      Map<String, List<String>> headers = new LinkedHashMap<>();
      answer
          .path("headers")
          .properties()
          .forEach(field -> headers.put(field.getKey(), List.of(field.getValue().textValue())));
      Pieces body = new Pieces(answer, single);
      bodies.add(body);
      return CompletableFuture.completedFuture(
          new OpenResponse(answer.path("status").asInt(), headers, body));
    }
  }

  private static void check(JsonNode vector, boolean single) {
    World world = new World(vector, single);
    VectorWorld clock = new VectorWorld(List.of());
    ClientBuilder<?> builder = VectorsTest.builder(clock);
    builder.transport(world);
    AtomicInteger attempts = new AtomicInteger();
    builder.middleware(VectorsTest.counter(attempts));
    if (vector.has("policy")) {
      builder.retry(policy(vector.path("policy")));
    }
    if (vector.has("limit")) {
      builder.responseLimit(vector.path("limit").asLong());
    }
    JsonNode request = VectorFiles.request(vector.path("request").textValue());
    Call<?, ?> call = VectorsTest.call(builder, request);
    JsonNode expect = vector.path("expect");
    ArrayNode items = Json.NODES.arrayNode();
    String outcome = "end";
    try {
      Response<?> response = call.sendWithResponse();
      outcome = iterate(call, response, items, vector.path("take").asInt(-1));
    } catch (SdkException error) {
      outcome = outcome(error);
      assertTrue(error.getMessage().startsWith(call.operation().id() + ": "), error.getMessage());
    }
    assertEquals(expect.path("outcome").textValue(), outcome);
    VectorFiles.assertSame(expect.path("items"), items, name(vector));
    assertTrue(world.bodies.stream().allMatch(body -> body.closed), "a connection is open");
    JsonNode ids = expect.has("lastEventIds") ? expect.path("lastEventIds") : nothing();
    assertEquals(ids.toString(), world.asked.toString());
    assertEquals(world.asked.size(), attempts.get());
    List<Double> waits = new ArrayList<>();
    expect.path("waits").forEach(wait -> waits.add(wait.asDouble()));
    assertEquals(waits, clock.waits);
  }

  private static ArrayNode nothing() {
    return Json.NODES.arrayNode().addNull();
  }

  private static RetryPolicy policy(JsonNode policy) {
    return new RetryPolicy(
        policy.path("attempts").asInt(),
        seconds(policy.path("firstWait")),
        seconds(policy.path("longestWait")),
        seconds(policy.path("longestRetryAfter")));
  }

  private static Duration seconds(JsonNode number) {
    return Duration.ofNanos((long) (number.asDouble() * NANOS));
  }

  private static String iterate(Call<?, ?> call, Response<?> response, ArrayNode items, int most) {
    Content.Streaming streaming =
        call.operation().entry(response.raw()).orElseThrow().content().streaming().orElseThrow();
    try (ItemStream<?> stream = streamOf(response.body())) {
      for (Object item : stream) {
        items.add(written(streaming, item));
        if (items.size() == most) {
          return "closed";
        }
      }
    }
    return "end";
  }

  /** Returns the stream in the result of a call, possibly in one of several records. */
  private static ItemStream<?> streamOf(Object body) {
    if (body instanceof ItemStream<?> stream) {
      return stream;
    }
    try {
      return (ItemStream<?>) body.getClass().getRecordComponents()[0].getAccessor().invoke(body);
    } catch (ReflectiveOperationException error) {
      throw new AssertionError(error);
    }
  }

  private static JsonNode written(Content.Streaming streaming, Object item) {
    if (!(item instanceof ServerSentEvent<?> event)) {
      return streaming.writer().apply(item);
    }
    ObjectNode written = Json.NODES.objectNode();
    written.put("event", event.event()).put("id", event.id());
    written.set("data", streaming.writer().apply(event.data()));
    Optional<Duration> retry = event.retry();
    retry.ifPresent(time -> written.put("retry", time.toNanos() / NANOS * MILLIS));
    return written;
  }

  private static String outcome(SdkException error) {
    if (error instanceof UndeclaredAnswerException) {
      return "undeclared";
    }
    if (error instanceof UnreadableAnswerException) {
      return "unreadable";
    }
    if (error instanceof AnswerTooLargeException) {
      return "too-large";
    }
    return error instanceof TransportException ? "transport" : error.toString();
  }
}
