package com.example.template.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The description of an operation as data: requests are encoded by it, and responses decoded.
 *
 * @param <T> what the operation returns
 */
public final class Operation<T> {
  /** Methods that do the same twice as once (RFC 9110 §9.2.2); QUERY is one of them. */
  private static final Set<String> IDEMPOTENT =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY");

  private final String id;
  private String method = "GET";
  private String path = "";
  private String server = "";
  private boolean idempotent;
  private String idempotencyProperty;
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Parameter> fields = new ArrayList<>();
  private final List<List<String>> security = new ArrayList<>();
  private final Answers<T> answers = new Answers<>();
  private boolean verbatim;

  /** A declared response with one media type. */
  record Entry<T, B>(
      String status,
      boolean success,
      String media,
      Content<B> content,
      BiFunction<RawResponse, B, T> finish) {
    boolean isStream() {
      return content.streaming().isPresent();
    }

    T read(RawResponse raw, Decoder decoder) {
      return finish.apply(raw, content.read(raw.content(), decoder));
    }
  }

  private Operation(String id) {
    this.id = id;
  }

  /**
   * Creates an operation.
   *
   * @param <T> what it returns
   * @param id the operationId
   * @return the operation
   */
  public static <T> Operation<T> of(String id) {
    return new Operation<>(id);
  }

  /**
   * Sets the method and the path.
   *
   * @param name the HTTP method, in capitals
   * @param template the path template, relative to the server's address
   * @return this operation
   */
  public Operation<T> request(String name, String template) {
    method = name;
    path = template;
    idempotent = IDEMPOTENT.contains(name);
    return this;
  }

  /**
   * Sets the server.
   *
   * @param address the address template of the server
   * @return this operation
   */
  public Operation<T> server(String address) {
    server = address;
    return this;
  }

  /**
   * Adds a parameter.
   *
   * @param parameter the parameter
   * @return this operation
   */
  public Operation<T> parameter(Parameter parameter) {
    parameters.add(parameter);
    return this;
  }

  /**
   * Adds a field of a form body.
   *
   * @param field the field
   * @return this operation
   */
  public Operation<T> field(Parameter field) {
    fields.add(field);
    return this;
  }

  /**
   * Sets the property of the JSON body that makes the request safe to repeat.
   *
   * @param property the property
   * @return this operation
   */
  public Operation<T> idempotency(String property) {
    idempotencyProperty = property;
    return this;
  }

  /**
   * Adds an alternative of credentials, which is empty at first.
   *
   * @return this operation
   */
  public Operation<T> alternative() {
    security.add(new ArrayList<>());
    return this;
  }

  /**
   * Adds a credential to the last alternative.
   *
   * @param name the security scheme
   * @return this operation
   */
  public Operation<T> scheme(String name) {
    security.get(security.size() - 1).add(name);
    return this;
  }

  /**
   * Adds a successful response.
   *
   * @param <B> the type of its body
   * @param status the status as declared: {@code 200}, {@code 2XX} or {@code default}
   * @param media the media type
   * @param content how its body is decoded
   * @param wrap converts the body to what the operation returns
   * @return this operation
   */
  public <B> Operation<T> answer(
      String status, String media, Content<B> content, Function<B, T> wrap) {
    return add(status, true, media, content, (raw, body) -> wrap.apply(body));
  }

  /**
   * Adds a successful response whose body is what the operation returns.
   *
   * @param status the status as declared
   * @param media the media type
   * @param content how its body is decoded
   * @return this operation
   */
  public Operation<T> answer(String status, String media, Content<T> content) {
    return answer(status, media, content, Function.identity());
  }

  /**
   * Adds a successful response without a body, if the operation returns nothing.
   *
   * @param status the status as declared
   * @return this operation
   */
  public Operation<T> answer(String status) {
    return answer(status, none -> null);
  }

  /**
   * Adds a successful response without a body.
   *
   * @param status the status as declared
   * @param wrap creates what the operation returns
   * @return this operation
   */
  public Operation<T> answer(String status, Function<Void, T> wrap) {
    return answer(status, null, Content.none(), wrap);
  }

  /**
   * Adds an error response.
   *
   * @param <B> the type of its body
   * @param status the status as declared: {@code 404}, {@code 4XX} or {@code default}
   * @param media the media type
   * @param content how its body is decoded
   * @param make creates the exception
   * @return this operation
   */
  public <B> Operation<T> error(
      String status,
      String media,
      Content<B> content,
      BiFunction<RawResponse, B, ApiException> make) {
    return add(
        status,
        false,
        media,
        content,
        (raw, body) -> {
          throw make.apply(raw, body);
        });
  }

  /**
   * Adds an error response without a body.
   *
   * @param status the status as declared
   * @param make creates the exception
   * @return this operation
   */
  public Operation<T> error(String status, Function<RawResponse, ApiException> make) {
    return error(status, null, Content.none(), (raw, body) -> make.apply(raw));
  }

  private <B> Operation<T> add(
      String status,
      boolean success,
      String media,
      Content<B> content,
      BiFunction<RawResponse, B, T> finish) {
    answers.add(new Entry<>(status, success, media, content, finish));
    return this;
  }

  /** Makes this one that is not described: every successful response is returned as received. */
  Operation<T> returning(Function<RawResponse, T> whole) {
    verbatim = true;
    return add("2XX", true, null, Content.none(), (raw, none) -> whole.apply(raw));
  }

  /** Returns whether the path is sent as it is. */
  boolean isVerbatim() {
    return verbatim;
  }

  String id() {
    return id;
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  String server() {
    return server;
  }

  boolean idempotent() {
    return idempotent;
  }

  Optional<String> idempotencyProperty() {
    return Optional.ofNullable(idempotencyProperty);
  }

  /** Returns a parameter, by where it is sent and its name. */
  Parameter parameter(Parameter.Location location, String name) {
    for (Parameter one : parameters) {
      if (one.location() == location && one.name().equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException("no parameter is named " + name);
  }

  List<Parameter> parameters() {
    return parameters;
  }

  List<Parameter> fields() {
    return fields;
  }

  List<List<String>> security() {
    return security;
  }

  /** Returns the {@code Accept} header field. */
  String accept() {
    return verbatim ? "application/json, */*;q=0.8" : answers.accept();
  }

  /** Returns the response that is declared for a status and a media type. */
  Optional<Entry<T, ?>> entry(RawResponse raw) {
    return answers.entry(raw.status(), raw.header("content-type"));
  }

  /** Returns which responses are streams; empty if there are no streams. */
  Optional<Predicate<OpenResponse>> streams() {
    return answers.streams();
  }

  /** Returns whether a response is successful and declared. */
  boolean isSuccess(OpenResponse answer) {
    return answers.isSuccess(answer);
  }
}
