package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A transport with prepared responses, a clock that only it advances, and an observer. */
final class VectorWorld implements Transport, Clock, Observer {
  final List<HttpExchangeRequest> sent = new ArrayList<>();
  final List<Double> waits = new ArrayList<>();
  final List<String> unknown = new ArrayList<>();
  final List<DeprecationNotice> notices = new ArrayList<>();
  private final List<JsonNode> answers = new ArrayList<>();
  private long nanos;

  VectorWorld(Iterable<JsonNode> answers) {
    answers.forEach(this.answers::add);
  }

  void advance(double seconds) {
    nanos += (long) (seconds * 1e9);
  }

  /** Returns a request with its streamed body read, as it would be sent. */
  private static HttpExchangeRequest read(HttpExchangeRequest request) {
    if (request.stream().isEmpty()) {
      return request;
    }
    try (InputStream stream = request.stream().get().get()) {
      return new HttpExchangeRequest(
          request.method(),
          request.url(),
          request.headers(),
          Optional.of(stream.readAllBytes()),
          request.timeout());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
    sent.add(read(request));
    if (answers.isEmpty()) {
      return CompletableFuture.failedFuture(new AssertionError("one request too many"));
    }
    JsonNode answer = answers.remove(0);
    advance(answer.path("seconds").asDouble());
    return answer(answer);
  }

  static CompletableFuture<RawResponse> answer(JsonNode answer) {
    return switch (answer.path("failure").asText("")) {
      case "connect" -> CompletableFuture.failedFuture(new ConnectException());
      case "broken" -> CompletableFuture.failedFuture(new IOException("broken"));
      case "timeout" -> CompletableFuture.failedFuture(new HttpTimeoutException("late"));
      default -> CompletableFuture.completedFuture(response(answer));
    };
  }

  static RawResponse response(JsonNode answer) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    answer
        .path("headers")
        .properties()
        .forEach(field -> headers.put(field.getKey(), List.of(field.getValue().textValue())));
    return new RawResponse(answer.path("status").asInt(), headers, bytes(answer.path("body")));
  }

  /** Returns a body, given as text, base 64, JSON, or absent. */
  static byte[] bytes(JsonNode body) {
    if (body.isMissingNode()) {
      return new byte[0];
    }
    if (body.has("base64")) {
      return Base64.getDecoder().decode(body.path("base64").textValue());
    }
    String text = body.isTextual() ? body.textValue() : body.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  boolean isSameBody() {
    byte[] first = sent.get(0).body().orElse(new byte[0]);
    return sent.stream().allMatch(one -> Arrays.equals(first, one.body().orElse(new byte[0])));
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public Instant now() {
    return Instant.ofEpochSecond(0, nanos);
  }

  @Override
  public CompletableFuture<Void> sleep(Duration duration) {
    waits.add(duration.toNanos() / 1e9);
    nanos += duration.toNanos();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Duration jitter(Duration bound) {
    return bound;
  }

  @Override
  public void unknownMembers(String operation, List<String> pointers) {
    unknown.addAll(pointers);
  }

  @Override
  public void deprecated(DeprecationNotice notice) {
    notices.add(notice);
  }
}
