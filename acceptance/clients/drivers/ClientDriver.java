package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Makes the generated calls over sockets, and reports the outcome of each. */
final class ClientDriver {
  private ClientDriver() {}

  public static void main(String[] arguments) throws IOException {
    JsonNode plan = Json.parse(Files.readAllBytes(Path.of(System.getenv("CLIENTS_CALLS"))));
    Path outcomes = Path.of(System.getenv("CLIENTS_OUTCOMES"));
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(outcomes, StandardCharsets.UTF_8))) {
      int index = 0;
      for (JsonNode vector : plan.path("calls")) {
        ObjectNode found = Json.NODES.objectNode().put("call", index);
        make(found, vector, plan.path("servers"));
        out.print(found + "\n");
        index++;
      }
    }
    // Threads of the HTTP clients do not keep the program from ending.
    System.exit(0);
  }

  private static void make(ObjectNode found, JsonNode vector, JsonNode servers) {
    Call<?, ?> call;
    try {
      VectorArguments arguments = new VectorArguments(vector, vector.path("body").path("value"));
      String operation = vector.path("operation").textValue();
      ClientBuilder<?> builder = builder(found.path("call").asInt(), servers);
      vector.path("credentials").properties().forEach(own -> give(builder, own));
      call = VectorCalls.call(builder, operation, arguments);
      arguments
          .unused()
          .ifPresent(
              name -> {
                throw new IllegalArgumentException("the call has no parameter " + name);
              });
    } catch (RuntimeException error) {
      found.put("outcome", "not made").put("message", error.toString());
      return;
    }
    try {
      if (vector.path("pages").asBoolean()) {
        ArrayNode items = Json.NODES.arrayNode();
        ((PagedCall<?, ?, ?>) call).all().forEach(item -> items.add(VectorCalls.json(item)));
        found.put("outcome", "value").putObject("value").set("items", items);
        return;
      }
      Response<?> response = call.sendWithResponse();
      found.put("outcome", "value");
      found.set("value", json(call.operation(), response));
    } catch (ApiException error) {
      found.put("outcome", "error").put("message", error.getMessage());
      found.set("value", json(call.operation(), error.raw().orElseThrow()));
    } catch (SdkException error) {
      found.put("outcome", name(error)).put("message", error.getMessage());
    } catch (RuntimeException error) {
      found.put("outcome", "crash").put("message", error.toString());
    }
  }

  /** Gives a client another credential than the usual one for a scheme. */
  private static void give(ClientBuilder<?> builder, Map.Entry<String, JsonNode> own) {
    JsonNode user = own.getValue().path("user");
    String secret = own.getValue().path("secret").textValue();
    builder.credentials(
        own.getKey(),
        user.isMissingNode()
            ? Credentials.secret(secret)
            : Credentials.basic(user.textValue(), secret));
  }

  private static ClientBuilder<?> builder(int index, JsonNode servers) {
    ClientBuilder<?> builder = VectorCalls.builder();
    for (SecurityScheme scheme : builder.schemes) {
      String secret = "vector-" + scheme.name();
      boolean basic = scheme.kind() == SecurityScheme.Kind.BASIC;
      builder.credentials(
          scheme.name(), basic ? Credentials.basic("vector", secret) : Credentials.secret(secret));
    }
    builder.retry(RetryPolicy.NONE);
    for (JsonNode server : servers) {
      builder.server(server.textValue(), System.getenv("CLIENTS_BASE") + "/java/" + index);
    }
    return builder;
  }

  /**
   * Returns the decoded value, encoded as JSON again; for a stream, its items, and of an event its
   * data.
   */
  private static <T> JsonNode json(Operation<T> operation, Response<?> response) {
    Operation.Entry<?, ?> entry = operation.entry(response.raw()).orElseThrow();
    if (!entry.isStream()) {
      return json(operation, response.raw());
    }
    Content.Streaming streaming = entry.content().streaming().orElseThrow();
    ArrayNode items = Json.NODES.arrayNode();
    Object body = response.body();
    if (!(body instanceof ItemStream<?>)) {
      try {
        body = body.getClass().getRecordComponents()[0].getAccessor().invoke(body);
      } catch (ReflectiveOperationException error) {
        throw new IllegalStateException(error);
      }
    }
    try (ItemStream<?> stream = (ItemStream<?>) body) {
      for (Object item : stream) {
        Object value = item instanceof ServerSentEvent<?> event ? event.data() : item;
        items.add(streaming.writer().apply(value));
      }
    }
    return Json.NODES.objectNode().set("items", items);
  }

  private static <T> JsonNode json(Operation<T> operation, RawResponse raw) {
    return json(operation.entry(raw).orElseThrow(), raw);
  }

  private static <B> JsonNode json(Operation.Entry<?, B> entry, RawResponse raw) {
    return entry.content().write(entry.content().read(raw.content(), new Decoder()));
  }

  private static String name(SdkException error) {
    if (error instanceof UndeclaredAnswerException) {
      return "undeclared";
    }
    if (error instanceof UnreadableAnswerException) {
      return "unreadable";
    }
    if (error instanceof CallTimeoutException) {
      return "timeout";
    }
    return error instanceof TransportException ? "transport" : "other";
  }
}
