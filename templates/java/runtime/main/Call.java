package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call that is being built. It is sent by {@link #send()} or {@link #sendAsync()}; either may be
 * called again.
 *
 * @param <T> what the operation returns
 * @param <C> the type of the call itself
 */
public abstract class Call<T, C extends Call<T, C>> {
  private final Connection connection;
  private final Operation<T> operation;
  private final Map<Integer, JsonNode> parameters = new HashMap<>();
  private final Additions additions = new Additions();
  private JsonNode json;
  private String mediaType;
  private Body body;
  private Duration timeout;
  private Boolean idempotent;
  private String target;

  /**
   * Creates a call without parameters.
   *
   * @param connection the connection to send it with
   * @param operation the operation to call
   */
  protected Call(Connection connection, Operation<T> operation) {
    this.connection = connection;
    this.operation = operation;
  }

  /**
   * Sets the time limit for one attempt, from connecting to the last byte, overriding the client's.
   *
   * @param limit the time limit
   * @return this call
   */
  public final C timeout(Duration limit) {
    timeout = Objects.requireNonNull(limit, "limit");
    return self();
  }

  /**
   * Sets whether the request may safely be sent twice, overriding the description.
   *
   * @param harmless whether sending it twice does no harm
   * @return this call
   */
  public final C idempotent(boolean harmless) {
    idempotent = harmless;
    return self();
  }

  /**
   * Sets a header field, replacing the one that would be sent. Header fields that carry a
   * credential of the client are not replaced.
   *
   * @param name the name
   * @param value the value
   * @return this call
   */
  public final C header(String name, String value) {
    additions.header(name, value);
    return self();
  }

  /**
   * Adds a field to the query, after those of the parameters. It replaces the defaults of the
   * client with its name. The address of a page that a response has given is used as it is.
   *
   * @param name the name
   * @param value the value
   * @return this call
   */
  public final C query(String name, String value) {
    additions.query(name, value);
    return self();
  }

  /**
   * Sends the request and waits for the response. Interrupting the thread ends the request.
   *
   * @return what the operation returns
   * @throws SdkException if the operation fails
   */
  public final T send() {
    return run(this::prepare, this::read).body();
  }

  /**
   * Sends the request and waits for the response.
   *
   * @return what the operation returns, and the response
   * @throws SdkException if the operation fails
   */
  public final Response<T> sendWithResponse() {
    return run(this::prepare, this::read);
  }

  /**
   * Sends the request. Cancelling the returned future ends the request.
   *
   * @return a future of what the operation returns; it fails with an {@link SdkException}
   */
  public final CompletableFuture<T> sendAsync() {
    return start(this::prepare, (raw, prepared, grants) -> read(raw, prepared, grants).body());
  }

  /**
   * Sends the request. Cancelling the returned future ends the request.
   *
   * @return a future of what the operation returns and the response; it fails with an {@link
   *     SdkException}
   */
  public final CompletableFuture<Response<T>> sendWithResponseAsync() {
    return start(this::prepare, this::read);
  }

  /**
   * Sends the request and waits for the response, whose body is left unread if it is successful,
   * whatever its media type. The body has to be closed; neither the time limit nor {@code
   * responseLimit} applies to it.
   *
   * @return the response
   * @throws SdkException if the operation fails
   */
  public final OpenResponse open() {
    return run(this::prepareOpen, this::unread);
  }

  /**
   * Sends the request, and leaves the body of a successful response unread, as {@link #open()}
   * does. Cancelling the returned future ends the request.
   *
   * @return a future of the response; it fails with an {@link SdkException}
   */
  public final CompletableFuture<OpenResponse> openAsync() {
    return start(this::prepareOpen, this::unread);
  }

  /** What a call makes of a response. */
  private interface Reader<R> {
    R read(RawResponse raw, Prepared prepared, List<Keyring.Grant> grants);
  }

  private Response<T> read(RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    return new Response<>(connection.read(operation, raw, prepared, grants), raw);
  }

  private OpenResponse unread(RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    return connection.open(operation, raw, prepared, grants);
  }

  private Prepared prepareOpen() {
    return prepare().opening(operation::isSuccess);
  }

  /** Runs in the thread of the caller, so that stack traces include it. */
  private <R> R run(Supplier<Prepared> prepare, Reader<R> reader) {
    try {
      Prepared prepared = prepare.get();
      List<Keyring.Grant> grants = connection.grants(operation);
      return reader.read(connection.send(prepared, grants), prepared, grants);
    } catch (SdkException error) {
      throw located(error);
    }
  }

  private <R> CompletableFuture<R> start(Supplier<Prepared> prepare, Reader<R> reader) {
    Cancellation<R> result = new Cancellation<>();
    Prepared prepared;
    List<Keyring.Grant> grants;
    try {
      prepared = prepare.get();
      grants = connection.grants(operation);
    } catch (SdkException error) {
      result.completeExceptionally(located(error));
      return result;
    }
    connection
        .exchange(prepared, grants, result)
        .thenApply(raw -> reader.read(raw, prepared, grants))
        .whenComplete((value, error) -> result.finish(value, located(Futures.cause(error))));
    return result;
  }

  /** Returns a separate error for each of the calls that share a failure of the token endpoint. */
  private SdkException located(SdkException error) {
    SdkException own = error instanceof CredentialsException shared ? shared.copy() : error;
    return own.in(operation.id());
  }

  private Throwable located(Throwable error) {
    return error instanceof SdkException failure
        ? located(failure)
        : MiddlewareFailure.unwrap(error);
  }

  /**
   * Sets a parameter.
   *
   * @param <V> its type
   * @param index its index among the parameters of the operation
   * @param codec how it is encoded
   * @param value the value
   * @return this call
   */
  protected final <V> C set(int index, Codec<V> codec, V value) {
    parameters.put(index, codec.write(value));
    return self();
  }

  final Operation<T> operation() {
    return operation;
  }

  /** Sets a parameter that is already JSON. */
  final void place(int index, JsonNode value) {
    parameters.put(index, value);
  }

  /** Returns the text of a parameter. */
  final String parameter(int index) {
    return Styles.write(operation.parameters().get(index), parameters.get(index));
  }

  final boolean has(int index) {
    return parameters.containsKey(index);
  }

  /**
   * Sets the body to JSON.
   *
   * @param <V> its type
   * @param media the media type
   * @param codec how it is encoded
   * @param value the body
   * @return this call
   */
  protected final <V> C json(String media, Codec<V> codec, V value) {
    json = codec.write(value);
    mediaType = media;
    body = null;
    return self();
  }

  /**
   * Sets the body to a form.
   *
   * @param <V> its type
   * @param media the media type
   * @param codec how it is encoded
   * @param value the body
   * @return this call
   */
  protected final <V> C form(String media, Codec<V> codec, V value) {
    String text = Styles.form(operation.fields(), codec.write(value));
    return bytes(media, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sets the body to a multipart form.
   *
   * @param <V> its type
   * @param write writes the parts
   * @param value the body
   * @return this call
   */
  protected final <V> C multipart(BiConsumer<V, Parts> write, V value) {
    Parts parts = new Parts();
    write.accept(value, parts);
    json = null;
    body = parts.encode();
    return self();
  }

  /**
   * Sets the body to text.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  protected final C text(String media, String value) {
    return bytes(media, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sets the body to bytes.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  protected final C bytes(String media, byte[] value) {
    json = null;
    body = new Body(media, value.clone());
    return self();
  }

  /**
   * Sets the body to bytes that are read and sent as they come, so that they are never held whole.
   * It replaces any other body. The request is sent only once, whatever the {@link RetryPolicy}
   * says; the time for the attempt begins after the last byte. The stream is closed at the end.
   *
   * @param media one of the media types that the operation accepts, such as {@code
   *     application/octet-stream}
   * @param content the bytes
   * @return this call
   */
  public final C streamBody(String media, InputStream content) {
    Objects.requireNonNull(content, "content");
    json = null;
    body = new Body(Objects.requireNonNull(media, "media"), () -> content);
    return self();
  }

  /**
   * Sets the body to JSON texts, one on each line.
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param items the items
   * @return this call
   */
  protected final <V> C lines(String media, Codec<V> codec, Iterable<V> items) {
    return items(media, items, item -> ItemBody.line(codec.write(item)), null);
  }

  /**
   * Sets the body to JSON texts, each after a record separator (RFC 7464 §2.2).
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param items the items
   * @return this call
   */
  protected final <V> C sequence(String media, Codec<V> codec, Iterable<V> items) {
    return items(media, items, item -> ItemBody.record(codec.write(item)), null);
  }

  /**
   * Sets the body to events whose data is JSON.
   *
   * @param <V> the type of the data
   * @param media the media type
   * @param codec the codec of the data
   * @param end the data of an additional last event, or null
   * @param items the events
   * @return this call
   */
  protected final <V> C events(
      String media, Codec<V> codec, String end, Iterable<ServerSentEvent<V>> items) {
    return items(
        media,
        items,
        item ->
            ItemBody.event(
                item, new String(Json.bytes(codec.write(item.data())), StandardCharsets.UTF_8)),
        end);
  }

  /**
   * Sets the body to events whose data is text.
   *
   * @param media the media type
   * @param end the data of an additional last event, or null
   * @param items the events
   * @return this call
   */
  protected final C textEvents(String media, String end, Iterable<ServerSentEvent<String>> items) {
    return items(media, items, item -> ItemBody.event(item, item.data()), end);
  }

  /**
   * Sets the body to events whose names determine what their data is.
   *
   * @param <V> the type of an event object
   * @param media the media type
   * @param codec the codec of an event object
   * @param json the names of the events whose data is JSON
   * @param end the data of an additional last event, or null
   * @param items the event objects
   * @return this call
   */
  protected final <V> C namedEvents(
      String media, Codec<V> codec, Set<String> json, String end, Iterable<V> items) {
    EventObjects objects = new EventObjects(json);
    return items(media, items, item -> objects.write(codec.write(item)), end);
  }

  /**
   * Sets the body to parts (RFC 2046 §5.1).
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param form what a part contains
   * @param items the items
   * @return this call
   */
  protected final <V> C parts(String media, Codec<V> codec, PartForm form, Iterable<V> items) {
    PartWriter writer = new PartWriter(form);
    Objects.requireNonNull(items, "items");
    Function<V, byte[]> write = checked(item -> writer.item(codec.write(item)));
    json = null;
    body =
        new Body(
            writer.mediaType(media),
            () -> ItemBody.of(writer.start(), items, write, Optional.of(writer.end())));
    return self();
  }

  private <V> C items(String media, Iterable<V> items, Function<V, byte[]> write, String end) {
    Objects.requireNonNull(items, "items");
    Optional<byte[]> last =
        Optional.ofNullable(end).map(data -> ItemBody.event(ServerSentEvent.of(data), data));
    Function<V, byte[]> checked = checked(write);
    json = null;
    body = new Body(media, () -> ItemBody.of(new byte[0], items, checked, last));
    return self();
  }

  private static <V> Function<V, byte[]> checked(Function<V, byte[]> write) {
    return item -> {
      try {
        return write.apply(item);
      } catch (IllegalArgumentException error) {
        throw new RequestException(error.getMessage());
      }
    };
  }

  /** Returns the request, which is the same for every attempt. */
  private Prepared prepare() {
    Optional<String> key =
        operation.idempotencyProperty().filter(name -> json instanceof ObjectNode);
    JsonNode sent = key.map(this::keyed).orElse(json);
    boolean harmless = idempotent == null ? key.isPresent() || operation.idempotent() : idempotent;
    Prepared prepared =
        Prepared.of(
            operation,
            connection.servers(),
            new Prepared.Parts(
                parameters, sent == null ? body : encode(sent), connection.defaults(), additions),
            timeout == null ? connection.timeout() : timeout,
            harmless);
    return target == null ? prepared : prepared.at(target);
  }

  /** Returns the address of the request, without additions by credentials. */
  final String address() {
    return prepare().request().url();
  }

  /** Sets the address to send to, as given by a response. */
  final void sendTo(String address) {
    target = address;
  }

  private JsonNode keyed(String name) {
    ObjectNode object = (ObjectNode) json;
    if (object.has(name)) {
      return object;
    }
    ObjectNode keyed = object.deepCopy();
    return keyed.put(name, UUID.randomUUID().toString());
  }

  private Body encode(JsonNode sent) {
    try {
      return new Body(mediaType, Json.bytes(sent));
    } catch (IllegalArgumentException error) {
      throw new RequestException(error.getMessage());
    }
  }

  @SuppressWarnings("unchecked") // Every call names itself as its own type.
  private C self() {
    return (C) this;
  }

  /** Shows only the operation, because parameters and body can be secrets. */
  @Override
  public final String toString() {
    return "Call[operation=" + operation.id() + "]";
  }
}
