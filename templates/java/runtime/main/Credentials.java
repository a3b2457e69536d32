package com.example.template.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/** A credential, as configured by the caller. */
public sealed interface Credentials
    permits Credentials.Fixed, Credentials.Basic, Credentials.Provided, ClientCredentials {

  /**
   * A bearer token or an API key.
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
   * Tokens from a provider that the caller implements.
   *
   * @param provider the implementation
   */
  record Provided(TokenProvider provider) implements Credentials {
    /**
     * Creates credentials from a token provider.
     *
     * @param provider the implementation
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
   * Creates credentials from a bearer token or an API key.
   *
   * @param secret the token or key
   * @return the credential
   */
  static Credentials secret(String secret) {
    return new Fixed(Secret.of(secret));
  }

  /**
   * Creates credentials from a user name and a password.
   *
   * @param username the user name
   * @param password the password
   * @return the credential
   */
  static Credentials basic(String username, String password) {
    return new Basic(Objects.requireNonNull(username, "username"), Secret.of(password));
  }

  /**
   * Creates credentials from a token provider.
   *
   * @param provider the implementation
   * @return the credential
   */
  static Credentials provider(TokenProvider provider) {
    return new Provided(provider);
  }

  /**
   * Creates OAuth 2.0 client credentials, which are exchanged for tokens.
   *
   * @param id the client ID
   * @param secret the client secret
   * @return the credential
   */
  static ClientCredentials clientCredentials(String id, String secret) {
    return ClientCredentials.of(id, secret);
  }
}
