package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tests the conformance vectors, which the clients of all languages share. */
class VectorsTest {
  private static final Set<String> AMBIENT =
      Set.of("user-agent", "host", "connection", "accept-encoding", "content-length");
  private static final double NANOS = 1e9;

  private static Stream<DynamicTest> each(String file, Consumer<JsonNode> test) {
    assumeTrue(VectorFiles.areThere(), "there are no vectors: set CONFORMANCE_VECTORS");
    return VectorFiles.read(file).stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.path("name").textValue(), () -> test.accept(vector)));
  }

  static ClientBuilder<?> builder(VectorWorld world) {
    ClientBuilder<?> builder = VectorCalls.builder();
    builder.origin("https://vectors.example");
    for (SecurityScheme scheme : builder.schemes) {
      String secret = "vector-" + scheme.name();
      boolean basic = scheme.kind() == SecurityScheme.Kind.BASIC;
      builder.credentials(
          scheme.name(), basic ? Credentials.basic("vector", secret) : Credentials.secret(secret));
    }
    builder.transport(world);
    builder.clock(world);
    builder.observer(world);
    builder.retry(RetryPolicy.NONE);
    return builder;
  }

  /** Returns a middleware that counts attempts. */
  static Middleware counter(AtomicInteger attempts) {
    return attempt -> {
      attempts.incrementAndGet();
      return Middleware.Completion.NONE;
    };
  }

  static Call<?, ?> call(ClientBuilder<?> builder, JsonNode request) {
    return call(builder, request, request.path("body").path("value"));
  }

  private static Call<?, ?> call(ClientBuilder<?> builder, JsonNode request, JsonNode body) {
    VectorArguments arguments = new VectorArguments(request, body);
    Call<?, ?> call = VectorCalls.call(builder, request.path("operation").textValue(), arguments);
    assertEquals(Optional.empty(), arguments.unused());
    return call;
  }

  @TestFactory
  Stream<DynamicTest> requests() {
    return each(
        "requests",
        vector -> {
          JsonNode expect = vector.path("expect");
          ObjectNode answer = Json.NODES.objectNode().put("status", 599);
          VectorWorld world = new VectorWorld(List.of(answer));
          Call<?, ?> call = call(builder(world), vector);
          assertThrows(SdkException.class, call::send);
          HttpExchangeRequest sent = world.sent.get(0);
          assertEquals(expect.path("method").textValue(), sent.method());
          assertEquals(expect.path("url").textValue(), sent.url());
          Map<String, String> headers = headers(sent);
          String boundary = boundary(headers);
          assertEquals(headers(expect.path("headers")), headers);
          JsonNode body = expect.path("body");
          assertEquals(body.isMissingNode(), sent.body().isEmpty());
          sent.body()
              .map(bytes -> boundary.isEmpty() ? bytes : replaced(bytes, boundary))
              .ifPresent(bytes -> assertBody(VectorWorld.bytes(body), bytes));
        });
  }

  /** Replaces the random boundary of a form with the one of the vectors, and returns it. */
  private static String boundary(Map<String, String> headers) {
    String[] media = headers.getOrDefault("content-type", "").split("; boundary=", 2);
    if (media.length < 2 || !media[1].matches("form-[0-9a-f]{32}")) {
      return "";
    }
    headers.put("content-type", media[0] + "; boundary=boundary");
    return media[1];
  }

  private static byte[] replaced(byte[] form, String boundary) {
    return new String(form, StandardCharsets.UTF_8)
        .replace(boundary, "boundary")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void assertBody(byte[] expected, byte[] actual) {
    assertEquals(new String(expected), new String(actual));
    assertArrayEquals(expected, actual);
  }

  private static Map<String, String> headers(JsonNode expected) {
    Map<String, String> headers = new LinkedHashMap<>();
    expected
        .properties()
        .forEach(field -> headers.put(field.getKey(), field.getValue().textValue()));
    return headers;
  }

  static Map<String, String> headers(HttpExchangeRequest sent) {
    Map<String, String> headers = new LinkedHashMap<>();
    sent.headers().forEach((name, value) -> headers.put(name.toLowerCase(), value));
    headers.keySet().removeAll(AMBIENT);
    return headers;
  }

  /** The result of a call: the outcome that the vectors name, and the value or body as JSON. */
  record Outcome(String name, JsonNode value, Optional<SdkException> error) {
    static Outcome of(Call<?, ?> call) {
      try {
        Response<?> response = call.sendWithResponse();
        return new Outcome("value", json(call.operation(), response.raw()), Optional.empty());
      } catch (ApiException error) {
        JsonNode body = json(call.operation(), error.raw().orElseThrow());
        return new Outcome("error", body, Optional.of(error));
      } catch (SdkException error) {
        return new Outcome(name(error), Json.NODES.missingNode(), Optional.of(error));
      }
    }

    static String name(SdkException error) {
      if (error instanceof UndeclaredAnswerException) {
        return "undeclared";
      }
      if (error instanceof UnreadableAnswerException) {
        return "unreadable";
      }
      if (error instanceof CallTimeoutException) {
        return "timeout";
      }
      if (error instanceof TransportException) {
        return "transport";
      }
      if (error instanceof CredentialsException) {
        return "credentials";
      }
      throw new AssertionError(error);
    }

    /** Encodes the value of a response as JSON. */
    private static <T> JsonNode json(Operation<T> operation, RawResponse raw) {
      return json(operation.entry(raw).orElseThrow(), raw);
    }

    private static <B> JsonNode json(Operation.Entry<?, B> entry, RawResponse raw) {
      return entry.content().write(entry.content().read(raw.content(), new Decoder()));
    }
  }

  @TestFactory
  Stream<DynamicTest> answers() {
    return each(
        "answers",
        vector -> {
          JsonNode expect = vector.path("expect");
          VectorWorld world = new VectorWorld(List.of(vector.path("answer")));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          Outcome outcome = Outcome.of(call(builder(world), request));
          assertEquals(expect.path("outcome").textValue(), outcome.name);
          assertStatus(vector.path("answer"), outcome);
          assertMessage(expect, request, outcome);
          if (expect.has("pointer")) {
            UnreadableAnswerException error =
                (UnreadableAnswerException) outcome.error.orElseThrow();
            assertEquals(expect.path("pointer").textValue(), error.pointer());
          }
          if (expect.has("value")) {
            VectorFiles.assertSame(expect.path("value"), outcome.value, "value");
          } else if (outcome.name.equals("value") || outcome.name.equals("error")) {
            VectorFiles.assertSame(
                body(vector.path("answer").path("body")), outcome.value, "value");
          }
          Set<String> unknown = new TreeSet<>();
          expect.path("unknown").forEach(pointer -> unknown.add(pointer.textValue()));
          assertEquals(unknown, new TreeSet<>(world.unknown));
        });
  }

  /**
   * Checks that the text of an error begins with the operation, and that its trace includes this
   * test.
   */
  private static void assertMessage(JsonNode expect, JsonNode request, Outcome outcome) {
    outcome.error.ifPresent(
        error -> {
          String operation = request.path("operation").textValue();
          assertTrue(error.getMessage().startsWith(operation + ": "), error::getMessage);
          assertEquals(expect.path("message").asText(error.getMessage()), error.getMessage());
          assertTrue(
              Stream.of(error.getStackTrace())
                  .anyMatch(frame -> frame.getClassName().startsWith(VectorsTest.class.getName())));
        });
  }

  @TestFactory
  Stream<DynamicTest> messages() {
    return each(
        "messages",
        vector -> {
          VectorWorld world = new VectorWorld(List.of(vector.path("answer")));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          Outcome outcome = Outcome.of(call(builder(world), request));
          assertEquals(vector.path("expect").path("outcome").textValue(), outcome.name);
          assertMessage(vector.path("expect"), request, outcome);
          for (String secret : texts(vector.path("secrets"))) {
            assertFalse(outcome.error.orElseThrow().getMessage().contains(secret));
          }
        });
  }

  /** Returns the content of a body as JSON. */
  private static JsonNode body(JsonNode body) {
    String text = body.textValue();
    return text.isEmpty()
        ? Json.NODES.missingNode()
        : Json.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertStatus(JsonNode answer, Outcome outcome) {
    outcome.error.ifPresent(
        error -> {
          assertEquals(answer.path("status").asInt(), error.status().orElseThrow());
          byte[] body = VectorWorld.bytes(answer.path("body"));
          assertArrayEquals(body, error.raw().orElseThrow().body());
        });
  }

  @TestFactory
  Stream<DynamicTest> pages() {
    return each(
        "pages",
        vector -> {
          JsonNode expect = vector.path("expect");
          VectorWorld world = new VectorWorld(vector.path("answers"));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          AtomicInteger attempts = new AtomicInteger();
          ClientBuilder<?> builder = builder(world).middleware(counter(attempts));
          PagedCall<?, ?, ?> call = (PagedCall<?, ?, ?>) call(builder, request);
          List<JsonNode> items = new ArrayList<>();
          String outcome = "end";
          try {
            call.all().forEach(item -> items.add(VectorCalls.json(item)));
          } catch (PageLoopException error) {
            outcome = "loop";
          } catch (RequestException error) {
            outcome = "elsewhere";
          } catch (SdkException error) {
            outcome = "error";
          }
          assertEquals(expect.path("outcome").textValue(), outcome);
          assertEquals(texts(expect.path("urls")), urls(world));
          assertEquals(world.sent.size(), attempts.get());
          assertEquals(expect.path("items").size(), items.size());
          for (int index = 0; index < items.size(); index++) {
            VectorFiles.assertSame(expect.path("items").get(index), items.get(index), "item");
          }
        });
  }

  private static List<String> urls(VectorWorld world) {
    return world.sent.stream().map(HttpExchangeRequest::url).toList();
  }

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.textValue()));
    return texts;
  }

  @TestFactory
  Stream<DynamicTest> signatures() {
    return each(
        "signatures", vector -> assertEquals(vector.path("expect").textValue(), verify(vector)));
  }

  private static String verify(JsonNode vector) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (JsonNode field : vector.path("headers")) {
      headers
          .computeIfAbsent(field.get(0).textValue(), same -> new ArrayList<>())
          .add(field.get(1).textValue());
    }
    try {
      String[] secrets = texts(vector.path("secrets")).toArray(String[]::new);
      Verifier.of(secrets).verify(headers, VectorWorld.bytes(vector.path("body")));
      return "genuine";
    } catch (WebhookException error) {
      return error.reason().name().toLowerCase().replace('_', '-');
    }
  }

  @TestFactory
  Stream<DynamicTest> retries() {
    return each(
        "retries",
        vector -> {
          JsonNode expect = vector.path("expect");
          VectorWorld world = new VectorWorld(vector.path("answers"));
          ClientBuilder<?> builder = builder(world);
          builder.retry(policy(vector.path("policy")));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          JsonNode body = request.path("body").path("value").deepCopy();
          if (vector.has("without")) {
            ((ObjectNode) body).remove(vector.path("without").textValue());
          }
          Outcome outcome = Outcome.of(call(builder, request, body));
          assertEquals(expect.path("outcome").textValue(), outcome.name);
          assertMessage(expect, request, outcome);
          List<Double> waits = new ArrayList<>();
          expect.path("waits").forEach(wait -> waits.add(wait.asDouble()));
          assertEquals(waits, world.waits);
          assertEquals(waits.size() + 1, world.sent.size());
          assertEquals(expect.path("sameBody").booleanValue(), world.isSameBody());
          if (expect.has("generated")) {
            JsonNode sent = Json.parse(world.sent.get(0).body().orElseThrow());
            String key = sent.path(expect.path("generated").textValue()).textValue();
            assertEquals(key, UUID.fromString(key).toString());
          }
        });
  }

  static RetryPolicy policy(JsonNode policy) {
    return new RetryPolicy(
        policy.path("attempts").asInt(),
        seconds(policy.path("firstWait")),
        seconds(policy.path("longestWait")),
        seconds(policy.path("longestRetryAfter")));
  }

  private static Duration seconds(JsonNode value) {
    return Duration.ofNanos((long) (value.asDouble() * NANOS));
  }

  @TestFactory
  Stream<DynamicTest> deprecations() {
    return each(
        "deprecations",
        vector -> {
          JsonNode expect = vector.path("expect");
          VectorWorld world = new VectorWorld(List.of(vector.path("answer")));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          call(builder(world), request).send();
          assertEquals(expect.isNull() ? 0 : 1, world.notices.size());
          for (DeprecationNotice notice : world.notices) {
            assertEquals(instant(expect.path("deprecated")), notice.deprecatedAt());
            assertEquals(instant(expect.path("sunset")), notice.sunsetAt());
            List<String> links =
                Stream.of(notice.deprecationLink(), notice.sunsetLink())
                    .flatMap(Optional::stream)
                    .toList();
            assertEquals(texts(expect.path("links")), links);
          }
        });
  }

  private static Optional<Instant> instant(JsonNode text) {
    return Optional.ofNullable(text.textValue()).map(Instant::parse);
  }

  @TestFactory
  Stream<DynamicTest> escapes() {
    return each(
        "escapes",
        vector -> {
          JsonNode url = vector.path("expect").path("url");
          VectorWorld world = new VectorWorld(List.of(Json.NODES.objectNode().put("status", 599)));
          ObjectNode request = VectorFiles.request(vector.path("request").textValue()).deepCopy();
          String parameter = vector.path("parameter").textValue();
          request.withObjectProperty("parameters").set(parameter, vector.path("value"));
          Call<?, ?> call = call(builder(world), request);
          SdkException error = assertThrows(SdkException.class, call::send);
          assertEquals(url.isNull(), error instanceof RequestException);
          assertEquals(url.isNull() ? List.of() : List.of(url.textValue()), urls(world));
        });
  }

  @TestFactory
  Stream<DynamicTest> redirects() {
    return each(
        "redirects",
        vector -> {
          JsonNode expect = vector.path("expect");
          VectorWorld world = new VectorWorld(List.of(vector.path("answer")));
          JsonNode request = VectorFiles.request(vector.path("request").textValue());
          ClientBuilder<?> builder = builder(world);
          Outcome outcome = Outcome.of(call(builder, request));
          assertEquals(expect.path("outcome").textValue(), outcome.name);
          assertEquals(texts(expect.path("urls")), urls(world));
          StringWriter shown = new StringWriter();
          shown.append(builder + " " + VectorCalls.client(builder) + " " + world.sent);
          outcome.error.ifPresent(error -> error.printStackTrace(new PrintWriter(shown)));
          for (String secret : texts(vector.path("secrets"))) {
            assertFalse(shown.toString().contains(secret));
          }
          assertTrue(shown.toString().contains("credentials"));
        });
  }
}
