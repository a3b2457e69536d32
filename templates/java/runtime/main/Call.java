package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A call that is being built. It is sent by {@link #send()} or {@link #sendAsync()}; either may be
 * called again.
 *
 * @param <T> what the operation returns
 * @param <C> the type of the call itself
 */
public abstract class Call<T, C extends Call<T, C>> extends CallBody<C> {
  private final Connection connection;
  private final Operation<T> operation;
  private final Map<Parameter, JsonNode> parameters = new IdentityHashMap<>();
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
   * Sets a path parameter.
   *
   * @param <V> its type
   * @param name its name, as it is sent
   * @param codec how it is encoded
   * @param value the value
   * @return this call
   */
  protected final <V> C inPath(String name, Codec<V> codec, V value) {
    return set(Parameter.Location.PATH, name, codec.write(value));
  }

  /**
   * Sets a query parameter.
   *
   * @param <V> its type
   * @param name its name, as it is sent
   * @param codec how it is encoded
   * @param value the value
   * @return this call
   */
  protected final <V> C inQuery(String name, Codec<V> codec, V value) {
    return set(Parameter.Location.QUERY, name, codec.write(value));
  }

  /**
   * Sets a header field.
   *
   * @param <V> its type
   * @param name its name, as it is sent
   * @param codec how it is encoded
   * @param value the value
   * @return this call
   */
  protected final <V> C inHeader(String name, Codec<V> codec, V value) {
    return set(Parameter.Location.HEADER, name, codec.write(value));
  }

  /**
   * Sets a cookie.
   *
   * @param <V> its type
   * @param name its name, as it is sent
   * @param codec how it is encoded
   * @param value the value
   * @return this call
   */
  protected final <V> C inCookie(String name, Codec<V> codec, V value) {
    return set(Parameter.Location.COOKIE, name, codec.write(value));
  }

  private C set(Parameter.Location location, String name, JsonNode value) {
    place(operation.parameter(location, name), value);
    return self();
  }

  final Operation<T> operation() {
    return operation;
  }

  /** Sets a parameter that is already JSON. */
  final void place(Parameter parameter, JsonNode value) {
    parameters.put(parameter, value);
  }

  /** Returns the text of a parameter. */
  final String text(Parameter parameter) {
    return Styles.write(parameter, parameters.get(parameter));
  }

  final boolean has(Parameter parameter) {
    return parameters.containsKey(parameter);
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

  /** Returns the request, which is the same for every attempt. The time of the call begins. */
  private Prepared prepare() {
    Optional<String> key =
        operation.idempotencyProperty().filter(name -> json() instanceof ObjectNode);
    if (key.isEmpty() && idempotencyKey() != null) {
      throw new RequestException("the request has no idempotency key that could be set");
    }
    JsonNode sent = key.map(this::keyed).orElse(json());
    Prepared prepared =
        Prepared.of(
            operation,
            connection.servers(),
            new Prepared.Parts(
                parameters,
                connection.settings().parameters(),
                encoded(sent),
                connection.settings().defaults(),
                additions),
            terms(connection.settings(), connection.clock()),
            isIdempotent(key.isPresent() || operation.idempotent()));
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
    ObjectNode object = (ObjectNode) json();
    String key = idempotencyKey();
    if (!object.has(name)) {
      return object.deepCopy().put(name, key == null ? UUID.randomUUID().toString() : key);
    }
    if (key != null) {
      throw new RequestException("the body already contains the idempotency key `" + name + "`");
    }
    return object;
  }

  /** Shows only the operation, because parameters and body can be secrets. */
  @Override
  public final String toString() {
    return "Call[operation=" + operation.id() + "]";
  }
}
