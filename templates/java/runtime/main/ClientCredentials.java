package com.example.template.runtime;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The client's own credentials (RFC 6749 §4.4), which are exchanged for tokens.
 *
 * <p>A token is reused until shortly before it expires or until the service rejects it. Concurrent
 * requests share one token request.
 *
 * @param id the client ID
 * @param secret the client secret
 * @param tokenUrl the token endpoint, if it differs from the one in the description; server
 *     variables in it are replaced
 * @param resource the service that tokens are requested for (RFC 8707); server variables in it are
 *     replaced
 * @param scope the requested scopes, separated by spaces (RFC 6749 §3.3)
 * @param margin how long before its expiry a token is replaced, and never more than half of its
 *     lifetime
 */
public record ClientCredentials(
    String id,
    Secret secret,
    Optional<String> tokenUrl,
    Optional<String> resource,
    Optional<String> scope,
    Duration margin)
    implements Credentials {
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /**
   * Creates credentials from a client ID and its secret.
   *
   * @param id the client ID
   * @param secret the client secret
   * @return the credentials
   */
  public static ClientCredentials of(String id, String secret) {
    Objects.requireNonNull(id, "id");
    Optional<String> none = Optional.empty();
    return new ClientCredentials(id, Secret.of(secret), none, none, none, MARGIN);
  }

  /**
   * Returns a copy with another token endpoint.
   *
   * @param url the address
   * @return the credentials
   */
  public ClientCredentials withTokenUrl(String url) {
    return new ClientCredentials(id, secret, Optional.of(url), resource, scope, margin);
  }

  /**
   * Returns a copy whose tokens are requested for a service (RFC 8707).
   *
   * @param service the address of the service, such as {@code {base_url}}
   * @return the credentials
   */
  public ClientCredentials withResource(String service) {
    return new ClientCredentials(id, secret, tokenUrl, Optional.of(service), scope, margin);
  }

  /**
   * Returns a copy with scopes to request.
   *
   * @param scopes the scopes, separated by spaces
   * @return the credentials
   */
  public ClientCredentials withScope(String scopes) {
    return new ClientCredentials(id, secret, tokenUrl, resource, Optional.of(scopes), margin);
  }

  /**
   * Returns a copy with another margin.
   *
   * @param before how long before its expiry a token is replaced; 30 s by default
   * @return the credentials
   */
  public ClientCredentials withMargin(Duration before) {
    return new ClientCredentials(id, secret, tokenUrl, resource, scope, before);
  }

  /** Returns the body of a token request. */
  Secret form(Servers servers) {
    List<String> pairs = new ArrayList<>();
    pairs.add("grant_type=client_credentials");
    pairs.add("client_id=" + encode(id));
    pairs.add("client_secret=" + encode(secret.expose()));
    resource.ifPresent(given -> pairs.add("resource=" + encode(servers.expand(given))));
    scope.ifPresent(given -> pairs.add("scope=" + encode(given)));
    return Secret.of(String.join("&", pairs));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
