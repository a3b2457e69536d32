package com.example.template.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/** A credential, as it is configured. */
public sealed interface Credentials
    permits Credentials.Fixed, Credentials.Basic, Credentials.Provided, ClientCredentials {

  /**
   * A bearer token or an API key that you have.
   *
   * @param secret the token or key
   */
  record Fixed(Secret secret) implements Credentials {}

  /**
   * A user name and a password (RFC 7617).
   *
   * @param username the user name
   * @param password the password
   */
  record Basic(String username, Secret password) implements Credentials {
    Secret token() {
      byte[] pair = (username + ":" + password.expose()).getBytes(StandardCharsets.UTF_8);
      return Secret.of(Base64.getEncoder().encodeToString(pair));
    }
  }

  /**
   * Tokens from a provider that you implement.
   *
   * @param provider your code
   */
  record Provided(TokenProvider provider) implements Credentials {
    /**
     * Tokens from a provider that you implement.
     *
     * @param provider your code
     */
    public Provided {
      Objects.requireNonNull(provider, "provider");
    }

    @Override
    public String toString() {
      return "Provided";
    }
  }

  /**
   * A bearer token or an API key that you have.
   *
   * @param secret the token or key
   * @return the credential
   */
  static Credentials secret(String secret) {
    return new Fixed(Secret.of(secret));
  }

  /**
   * A user name and a password.
   *
   * @param username the user name
   * @param password the password
   * @return the credential
   */
  static Credentials basic(String username, String password) {
    return new Basic(Objects.requireNonNull(username, "username"), Secret.of(password));
  }

  /**
   * Tokens from a provider that you implement.
   *
   * @param provider your code
   * @return the credential
   */
  static Credentials provider(TokenProvider provider) {
    return new Provided(provider);
  }

  /**
   * The client's own OAuth 2.0 credentials, which are exchanged for tokens.
   *
   * @param id the client ID
   * @param secret its secret
   * @return the credential
   */
  static ClientCredentials clientCredentials(String id, String secret) {
    return ClientCredentials.of(id, secret);
  }
}
