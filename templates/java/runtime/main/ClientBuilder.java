package com.example.template.runtime;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Sets up a client.
 *
 * @param <B> the type of the builder itself
 */
public abstract class ClientBuilder<B extends ClientBuilder<B>> extends ClientSettings<B> {
  final Servers servers = new Servers();
  final Map<String, Credentials> credentials = new LinkedHashMap<>();
  final List<SecurityScheme> schemes;

  /** The schemes of which the environment has only half of the credentials, with the reason. */
  final Map<String, String> missing = new LinkedHashMap<>();

  Transport transport;
  Duration connectTimeout = Duration.ofSeconds(10);
  Clock clock = Clock.SYSTEM;
  final String logVariable;
  private Environment environment = Environment.of();
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
    missing.remove(scheme);
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
   * Sets the environment variables that {@link #readEnvironment} reads.
   *
   * @param variables the variables
   */
  protected final void environment(Environment variables) {
    environment = variables;
  }

  /**
   * Sets up server variables and credentials from environment variables.
   *
   * @return this builder
   */
  protected final B readEnvironment() {
    return readEnvironment(System::getenv);
  }

  /** Does the same with other values. */
  final B readEnvironment(UnaryOperator<String> values) {
    environment.apply(this, values);
    return self();
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
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(missing.values().iterator().next());
    }
    try {
      // An unused server may lack the values of its variables; others must be valid.
      used.stream().filter(servers::knows).forEach(servers::resolve);
      return new Connection(this);
    } catch (RequestException error) {
      throw new IllegalArgumentException(error.getMessage(), error);
    }
  }

  /** Does not show the credentials, because they are secrets. */
  @Override
  public final String toString() {
    return "Builder[credentials=" + credentials.keySet() + "]";
  }
}
