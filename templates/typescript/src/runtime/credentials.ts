/** The kinds of credentials. */

/**
 * A source of tokens, implemented by the caller. It is called before every
 * request, so cache the token; `refused` is the token that the service has just
 * rejected with 401, if any.
 */
export type TokenProvider = (
  refused: string | undefined,
) => string | Promise<string>;

/** A user name and a password. */
export interface BasicCredentials {
  /** The user name. */
  readonly username: string;
  /** The password. */
  readonly password: string;
}

/**
 * The client's own OAuth 2.0 credentials, which are exchanged for tokens (RFC
 * 6749 section 4.4). A token is reused until shortly before it expires or until
 * the service rejects it. Concurrent requests share one token request.
 */
export interface ClientCredentials {
  /** The client ID. */
  readonly clientId: string;
  /** The client secret. */
  readonly clientSecret: string;
  /**
   * The requested scopes, separated by spaces (RFC 6749 section 3.3).
   */
  readonly scope?: string;
  /** The service that tokens are requested for (RFC 8707). */
  readonly resource?: string;
  /** The token endpoint, if it differs from the one in the description. */
  readonly tokenUrl?: string;
  /**
   * How many milliseconds before its expiry a token is replaced; 30 000 by
   * default, and never more than half of its lifetime.
   */
  readonly margin?: number;
}

/** A credential for a scheme other than Basic. */
export type Credential = string | TokenProvider | ClientCredentials;

/** A security scheme (OpenAPI 3.0.3 section 4.7.27). */
export interface SecurityScheme {
  /** The name by which operations refer to it. */
  readonly name: string;
  /** The name of the client option that sets it. */
  readonly setting: string;
  /** Where its credential is sent. */
  readonly in: "bearer" | "basic" | "header" | "query" | "cookie";
  /** The name of the header field, parameter or cookie. */
  readonly field?: string;
  /** The text before the credential, such as `Key `. */
  readonly prefix?: string;
  /** The token endpoint for client credentials. */
  readonly tokenUrl?: string;
  /** The service that its tokens are for (RFC 8707). */
  readonly resource?: string;
  /** The environment variables of its credential. */
  readonly environment?: CredentialVariables;
}

/** The environment variables from which a credential is read. */
export interface CredentialVariables {
  /** A token or key, or the password of Basic. */
  readonly secret: string;
  /** The user name of Basic. */
  readonly username?: string;
  /** The client ID. */
  readonly clientId?: string;
  /** The client secret. */
  readonly clientSecret?: string;
}
