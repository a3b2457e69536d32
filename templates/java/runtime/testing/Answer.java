package com.example.template.testing;

import com.example.template.runtime.Codec;
import com.example.template.runtime.Codecs;
import com.example.template.runtime.RawResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** How a {@link TestService} answers a request: a response, or a fault. */
public final class Answer {
  private final int status;
  private final byte[] body;
  private final Supplier<IOException> fault;
  private final Map<String, String> headers;
  private final Duration time;

  private Answer(
      int status,
      byte[] body,
      Supplier<IOException> fault,
      Map<String, String> headers,
      Duration time) {
    this.status = status;
    this.body = body;
    this.fault = fault;
    this.headers = headers;
    this.time = time;
  }

  /**
   * Returns a response without a body.
   *
   * @param status the status
   * @return the answer
   */
  public static Answer status(int status) {
    return new Answer(status, new byte[0], null, Map.of(), Duration.ZERO);
  }

  /**
   * Returns a response with JSON.
   *
   * @param status the status
   * @param text the JSON, as text
   * @return the answer
   */
  public static Answer json(int status, String text) {
    return bytes(status, "application/json", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a response with JSON.
   *
   * @param status the status
   * @param value the JSON
   * @return the answer
   */
  public static Answer json(int status, JsonNode value) {
    return json(status, Codecs.ANY, value);
  }

  /**
   * Returns a response with the JSON of a model.
   *
   * @param <T> the type of the model
   * @param status the status
   * @param codec its codec
   * @param model the model
   * @return the answer
   */
  public static <T> Answer json(int status, Codec<T> codec, T model) {
    return json(status, codec.toJson(model));
  }

  /**
   * Returns a response with text.
   *
   * @param status the status
   * @param text the text
   * @return the answer
   */
  public static Answer text(int status, String text) {
    return bytes(status, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a response with bytes.
   *
   * @param status the status
   * @param media the media type
   * @param bytes the bytes
   * @return the answer
   */
  public static Answer bytes(int status, String media, byte[] bytes) {
    return new Answer(status, bytes.clone(), null, Map.of("content-type", media), Duration.ZERO);
  }

  /**
   * Returns the fault of a request that never left, because there is no connection.
   *
   * @return the answer
   */
  public static Answer connect() {
    return fault(() -> new ConnectException("there is no connection"));
  }

  /**
   * Returns the fault of a connection that broke after the request was sent.
   *
   * @return the answer
   */
  public static Answer broken() {
    return fault(() -> new IOException("the connection broke"));
  }

  /**
   * Returns the fault of a response that does not arrive in time.
   *
   * @return the answer
   */
  public static Answer timeout() {
    return fault(() -> new HttpTimeoutException("no response arrived in time"));
  }

  private static Answer fault(Supplier<IOException> fault) {
    return new Answer(0, new byte[0], fault, Map.of(), Duration.ZERO);
  }

  /**
   * Returns a copy with a header field, which replaces the one with its name.
   *
   * @param name the name
   * @param value the value
   * @return the answer
   */
  public Answer header(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.keySet().removeIf(name::equalsIgnoreCase);
    changed.put(name, value);
    return new Answer(status, body, fault, changed, time);
  }

  /**
   * Returns a copy that advances the clock before it arrives.
   *
   * @param duration the time
   * @return the answer
   */
  public Answer after(Duration duration) {
    return new Answer(status, body, fault, headers, duration);
  }

  /** Answers a request. */
  CompletableFuture<RawResponse> give(FakeClock clock) {
    clock.advance(time);
    if (fault != null) {
      return CompletableFuture.failedFuture(fault.get());
    }
    Map<String, List<String>> fields = new LinkedHashMap<>();
    headers.forEach((name, value) -> fields.put(name, List.of(value)));
    return CompletableFuture.completedFuture(new RawResponse(status, fields, body));
  }
}
