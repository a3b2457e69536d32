package com.example.template.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** The environment variables that a client can be set up from. An empty variable is not set. */
public final class Environment {
  private final List<BiConsumer<ClientBuilder<?>, UnaryOperator<String>>> settings =
      new ArrayList<>();

  private Environment() {}

  /**
   * Creates an environment without variables.
   *
   * @return the environment
   */
  public static Environment of() {
    return new Environment();
  }

  /**
   * Adds a server variable.
   *
   * @param variable the server variable
   * @param name its environment variable
   * @return this environment
   */
  public Environment variable(String variable, String name) {
    settings.add(
        (builder, values) ->
            given(values, name).ifPresent(value -> builder.variable(variable, value)));
    return this;
  }

  /**
   * Adds a parameter of all calls. Its value is sent as it is, whatever its type.
   *
   * @param parameter the parameter
   * @param name its environment variable
   * @return this environment
   */
  public Environment parameter(String parameter, String name) {
    settings.add(
        (builder, values) ->
            given(values, name)
                .ifPresent(value -> builder.parameter(parameter, Codecs.STRING, value)));
    return this;
  }

  /**
   * Adds a token or key.
   *
   * @param scheme the security scheme
   * @param name the environment variable
   * @return this environment
   */
  public Environment secret(String scheme, String name) {
    settings.add(
        (builder, values) ->
            given(values, name)
                .ifPresent(value -> builder.credentials(scheme, Credentials.secret(value))));
    return this;
  }

  /**
   * Adds a user name and a password.
   *
   * @param scheme the security scheme
   * @param user the environment variable of the user name
   * @param password the environment variable of the password
   * @return this environment
   */
  public Environment basic(String scheme, String user, String password) {
    settings.add(
        (builder, values) ->
            pair(builder, values, scheme, List.of(user, password))
                .ifPresent(
                    both ->
                        builder.credentials(scheme, Credentials.basic(both.get(0), both.get(1)))));
    return this;
  }

  /**
   * Adds a client ID and a client secret. A token that is added before takes precedence.
   *
   * @param scheme the security scheme
   * @param id the environment variable of the client ID
   * @param secret the environment variable of the client secret
   * @param resource the service that tokens are requested for; {@code null} for none
   * @return this environment
   */
  public Environment client(String scheme, String id, String secret, String resource) {
    settings.add(
        (builder, values) -> {
          if (builder.credentials.containsKey(scheme)) {
            return;
          }
          pair(builder, values, scheme, List.of(id, secret))
              .map(both -> Credentials.clientCredentials(both.get(0), both.get(1)))
              .map(own -> resource == null ? own : own.withResource(resource))
              .ifPresent(own -> builder.credentials(scheme, own));
        });
    return this;
  }

  /** Sets up a builder with the values of environment variables. */
  void apply(ClientBuilder<?> builder, UnaryOperator<String> values) {
    settings.forEach(setting -> setting.accept(builder, values));
  }

  private static Optional<String> given(UnaryOperator<String> values, String name) {
    return Optional.ofNullable(values.apply(name)).filter(value -> !value.isEmpty());
  }

  /** Returns the values of two variables. If only one is set, the client cannot be created. */
  private static Optional<List<String>> pair(
      ClientBuilder<?> builder, UnaryOperator<String> values, String scheme, List<String> names) {
    List<String> missing = names.stream().filter(name -> given(values, name).isEmpty()).toList();
    if (missing.size() == 1) {
      builder.missing.put(scheme, "the environment variable `" + missing.get(0) + "` is not set");
    }
    return missing.isEmpty() ? Optional.of(names.stream().map(values).toList()) : Optional.empty();
  }
}
