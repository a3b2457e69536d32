package com.example.template.runtime;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The configured credentials, and those that a request carries. */
final class Keyring {
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Servers servers;

  /** The source of the secret of a scheme. */
  private interface Source {
    CompletableFuture<Secret> token(Connection connection, Optional<Secret> refused);
  }

  private record Key(SecurityScheme scheme, Source source, boolean fixed) {}

  Keyring(List<SecurityScheme> schemes, Map<String, Credentials> given, Servers servers) {
    this.servers = servers;
    given.forEach(
        (name, credentials) -> {
          SecurityScheme scheme =
              schemes.stream()
                  .filter(known -> known.name().equals(name))
                  .findFirst()
                  .orElseThrow(() -> refusal(name, "the description has no such security scheme"));
          boolean basic = credentials instanceof Credentials.Basic;
          if (basic != (scheme.kind() == SecurityScheme.Kind.BASIC)) {
            throw refusal(name, "it takes a different kind of credentials");
          }
          keys.put(name, key(scheme, credentials, servers));
        });
  }

  /**
   * Returns an address without the parameters of credentials, which a service may have added to the
   * address of a page.
   */
  String withoutSecrets(String address) {
    int start = address.indexOf('?') + 1;
    if (start == 0) {
      return address;
    }
    String kept =
        Arrays.stream(address.substring(start).split("&"))
            .filter(pair -> !isSecret(pair))
            .collect(Collectors.joining("&"));
    return kept.isEmpty() ? address.substring(0, start - 1) : address.substring(0, start) + kept;
  }

  private boolean isSecret(String pair) {
    String name;
    try {
      name = URLDecoder.decode(pair.split("=", 2)[0], StandardCharsets.UTF_8);
    } catch (IllegalArgumentException error) {
      // It is not the name of a credential, because it is no text.
      return false;
    }
    return keys.values().stream()
        .map(Key::scheme)
        .anyMatch(
            scheme -> scheme.kind() == SecurityScheme.Kind.QUERY && scheme.field().equals(name));
  }

  private static IllegalArgumentException refusal(String scheme, String reason) {
    return new IllegalArgumentException("security scheme `" + scheme + "`: " + reason);
  }

  private static Key key(SecurityScheme scheme, Credentials credentials, Servers servers) {
    if (credentials instanceof Credentials.Fixed fixed) {
      return new Key(scheme, always(fixed.secret()), true);
    }
    if (credentials instanceof Credentials.Basic basic) {
      return new Key(scheme, always(basic.token()), true);
    }
    if (credentials instanceof Credentials.Provided provided) {
      return new Key(scheme, (connection, refused) -> ask(provided.provider(), refused), false);
    }
    ClientCredentials own = (ClientCredentials) credentials;
    String url = own.tokenUrl().orElse(scheme.tokenUrl());
    if (url == null) {
      throw refusal(scheme.name(), "the description has no token endpoint: set `tokenUrl`");
    }
    TokenSource source =
        new TokenSource(servers.resolve(url), own.form(servers), own.secret(), own.margin());
    return new Key(scheme, source::token, false);
  }

  private static Source always(Secret secret) {
    return (connection, refused) -> CompletableFuture.completedFuture(secret);
  }

  private static CompletableFuture<Secret> ask(TokenProvider provider, Optional<Secret> refused) {
    CompletableFuture<Secret> token;
    try {
      token = provider.token(refused);
    } catch (RuntimeException error) {
      token = CompletableFuture.failedFuture(error);
    }
    return token.exceptionallyCompose(
        error ->
            CompletableFuture.failedFuture(
                CredentialsException.because("the token provider failed", Futures.cause(error))));
  }

  /**
   * Returns the credentials of the first alternative that is fully configured. A client without any
   * credentials sends none, because a proxy in front of the service may add them.
   */
  List<Grant> choose(Operation<?> called) {
    List<List<String>> security = called.security();
    if (keys.isEmpty() || security.stream().allMatch(List::isEmpty)) {
      return List.of();
    }
    Optional<List<String>> chosen =
        security.stream()
            .filter(all -> !all.isEmpty() && keys.keySet().containsAll(all))
            .findFirst();
    if (chosen.isPresent() && servers.trusts(called.server())) {
      List<Grant> grants = new ArrayList<>();
      chosen.get().forEach(name -> grants.add(new Grant(keys.get(name))));
      return grants;
    }
    if (security.stream().anyMatch(List::isEmpty)) {
      return List.of();
    }
    String operation = called.id();
    throw CredentialsException.because(
        chosen.isEmpty()
            ? "no credential that `" + operation + "` accepts is configured"
            : "`"
                + operation
                + "` goes to "
                + called.server()
                + ", which is not on the site of the API: to send credentials there, set its"
                + " address with `server`",
        null);
  }

  /** One credential of one request. */
  static final class Grant {
    private final Key key;
    private Secret sent;
    private Optional<Secret> refused = Optional.empty();

    private Grant(Key key) {
      this.key = key;
    }

    /** Returns the request with the credential added. */
    CompletableFuture<HttpExchangeRequest> apply(
        Connection connection, HttpExchangeRequest request) {
      return key.source
          .token(connection, refused)
          .thenApply(
              secret -> {
                HttpExchangeRequest with = place(key.scheme, secret.expose(), request);
                sent = secret;
                return with;
              });
    }

    /** Returns the secrets that no text may show. */
    List<String> secrets() {
      boolean basic = key.scheme.kind() == SecurityScheme.Kind.BASIC;
      return sent == null ? List.of() : ErrorText.secrets(sent.expose(), basic);
    }

    /**
     * Returns whether another credential is available after the service refused the one just sent.
     */
    boolean refuse() {
      if (key.fixed || refused.isPresent()) {
        return false;
      }
      refused = Optional.ofNullable(sent);
      sent = null;
      return refused.isPresent();
    }
  }

  private static HttpExchangeRequest place(
      SecurityScheme scheme, String secret, HttpExchangeRequest request) {
    return switch (scheme.kind()) {
      case BEARER -> field("authorization", "Bearer " + secret, request);
      case BASIC -> field("authorization", "Basic " + secret, request);
      case HEADER -> field(scheme.field(), scheme.prefix() + secret, request);
      case COOKIE -> {
        String sent = request.headers().get("cookie");
        String before = sent == null ? "" : sent + "; ";
        yield field("cookie", before + scheme.field() + "=" + secret, request);
      }
      case QUERY -> request.withQuery(encode(scheme.field()) + "=" + encode(secret));
    };
  }

  private static HttpExchangeRequest field(String name, String value, HttpExchangeRequest request) {
    if (!Prepared.isField(name, value)) {
      throw CredentialsException.because(
          "the credential contains characters that are not allowed", null);
    }
    return request.with(name, value);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Shows the names of the schemes, but no secrets. */
  @Override
  public String toString() {
    return keys.keySet().toString();
  }
}
