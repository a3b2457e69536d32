package com.example.template.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Sets up a client.
 *
 * @param <B> the type of the builder itself
 */
public abstract class ClientBuilder<B extends ClientBuilder<B>> {
  private static final long LIMIT = 64L << 20;

  final Servers servers = new Servers();
  final Map<String, Credentials> credentials = new LinkedHashMap<>();
  final List<SecurityScheme> schemes;
  Transport transport;
  Duration connectTimeout = Duration.ofSeconds(10);
  RetryPolicy retry = RetryPolicy.DEFAULT;
  Duration timeout = Duration.ofSeconds(30);
  long limit = LIMIT;
  String userAgent;
  Observer observer = new Observer() {};
  Clock clock = Clock.SYSTEM;
  final Additions defaults = new Additions();
  final List<Middleware> middleware = new ArrayList<>();
  final String logVariable;
  ErrorText.Places errorTexts = new ErrorText.Places(List.of(), List.of(), List.of());

  /**
   * Creates a builder.
   *
   * @param schemes the security schemes of the description
   * @param product name and version of the package, for the {@code User-Agent}
   * @param logVariable the environment variable for the level of the log
   */
  protected ClientBuilder(List<SecurityScheme> schemes, String product, String logVariable) {
    this.schemes = schemes;
    this.userAgent = UserAgent.of(product, System::getProperty);
    this.logVariable = logVariable;
  }

  /**
   * Sets a server variable.
   *
   * @param name the name of the variable
   * @param value its value
   * @return this builder
   */
  public final B variable(String name, String value) {
    servers.variables.put(name, Objects.requireNonNull(value, "value"));
    return self();
  }

  /**
   * Sets another address for a server.
   *
   * @param declared its address in the description
   * @param address the new address
   * @return this builder
   */
  public final B server(String declared, String address) {
    servers.replaced.put(declared, Objects.requireNonNull(address, "address"));
    return self();
  }

  /**
   * Sets the base that relative server addresses are resolved against (OpenAPI 3.0.3 §4.7.5.1).
   *
   * @param address the address that the description was loaded from
   * @return this builder
   */
  public final B origin(String address) {
    servers.origin(address);
    return self();
  }

  /**
   * Sets the credentials for a security scheme of the description.
   *
   * @param scheme the name of the scheme
   * @param given the credentials
   * @return this builder
   */
  public final B credentials(String scheme, Credentials given) {
    credentials.put(scheme, Objects.requireNonNull(given, "given"));
    return self();
  }

  /**
   * Sets the time limit for one attempt, from connecting to the last byte; 30 s by default.
   *
   * @param longest the time limit
   * @return this builder
   */
  public final B timeout(Duration longest) {
    timeout = Objects.requireNonNull(longest, "longest");
    return self();
  }

  /**
   * Sets the time limit for connecting; 10 s by default. It does not apply to a custom transport.
   *
   * @param longest the time limit
   * @return this builder
   */
  public final B connectTimeout(Duration longest) {
    connectTimeout = Objects.requireNonNull(longest, "longest");
    return self();
  }

  /**
   * Sets the {@code User-Agent}; by default, the names and versions of this package and of Java,
   * and the platform.
   *
   * @param text the text
   * @return this builder
   * @throws IllegalArgumentException if the text is not allowed in a header field
   */
  public final B userAgent(String text) {
    if (!Prepared.isField("user-agent", text)) {
      throw new IllegalArgumentException("the user agent contains characters that are not allowed");
    }
    userAgent = text;
    return self();
  }

  /**
   * Sets a header field of every request of an operation. Parameters and the header fields of a
   * call replace it.
   *
   * @param name the name
   * @param value the value
   * @return this builder
   * @throws IllegalArgumentException if the header field is not allowed
   */
  public final B defaultHeader(String name, String value) {
    if (!Prepared.isField(name, value)) {
      throw new IllegalArgumentException(
          "the header field `" + name + "` contains characters that are not allowed");
    }
    defaults.header(name, value);
    return self();
  }

  /**
   * Adds a field to the query of every request of an operation. The query fields of a call replace
   * those with their names. The address of a page that a response has given is used as it is.
   *
   * @param name the name
   * @param value the value
   * @return this builder
   */
  public final B defaultQuery(String name, String value) {
    defaults.query(name, value);
    return self();
  }

  /**
   * Adds a middleware. The first one is the outermost.
   *
   * @param inner the middleware
   * @return this builder
   */
  public final B middleware(Middleware inner) {
    middleware.add(Objects.requireNonNull(inner, "inner"));
    return self();
  }

  /**
   * Sets the maximum size of a response body, or of an item of a stream; 64 MiB by default.
   *
   * @param bytes the size, in bytes
   * @return this builder
   */
  public final B responseLimit(long bytes) {
    limit = bytes;
    return self();
  }

  /**
   * Sets when a request is retried.
   *
   * @param policy the policy
   * @return this builder
   */
  public final B retry(RetryPolicy policy) {
    retry = Objects.requireNonNull(policy, "policy");
    return self();
  }

  /**
   * Sets the observer of deprecations, unknown properties and retries.
   *
   * @param given the observer
   * @return this builder
   */
  public final B observer(Observer given) {
    observer = Objects.requireNonNull(given, "observer");
    return self();
  }

  /**
   * Sets the transport that sends requests; an {@link HttpTransport} by default.
   *
   * @param sender the transport
   * @return this builder
   */
  public final B transport(Transport sender) {
    transport = Objects.requireNonNull(sender, "sender");
    return self();
  }

  /**
   * Sets the source of time and randomness; for tests.
   *
   * @param source the clock
   * @return this builder
   */
  public final B clock(Clock source) {
    clock = Objects.requireNonNull(source, "source");
    return self();
  }

  /**
   * Sets where error bodies have their message, as JSON Pointers (RFC 6901).
   *
   * @param named the texts that schemas mark as the message; if one is found, the others are
   *     ignored
   * @param texts the texts that make up the message, in this order
   * @param lists lists of errors, each with the pointers of location and text within an item
   */
  protected final void errorTexts(
      List<String> named, List<String> texts, List<List<String>> lists) {
    errorTexts = new ErrorText.Places(named, texts, lists);
  }

  /**
   * Adds a server of single operations on another site. It receives credentials only if its address
   * is set.
   *
   * @param declared its address in the description
   */
  protected final void elsewhere(String declared) {
    servers.elsewhere.add(declared);
  }

  /**
   * Creates the connection that the calls of the client share.
   *
   * @param used the addresses of all servers in the description
   * @return the connection
   * @throws IllegalArgumentException if an address or a credential is not usable
   */
  protected final Connection connect(List<String> used) {
    for (String declared : servers.replaced.keySet()) {
      if (!used.contains(declared)) {
        throw new IllegalArgumentException("the description has no server `" + declared + "`");
      }
    }
    try {
      // An unused server may lack the values of its variables; others must be valid.
      used.stream().filter(servers::knows).forEach(servers::resolve);
      return new Connection(this);
    } catch (RequestException error) {
      throw new IllegalArgumentException(error.getMessage(), error);
    }
  }

  @SuppressWarnings("unchecked") // Every builder names itself as its own type.
  private B self() {
    return (B) this;
  }

  /** Does not show the credentials, because they are secrets. */
  @Override
  public final String toString() {
    return "Builder[credentials=" + credentials.keySet() + "]";
  }
}
