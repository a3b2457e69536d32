/** Credentials, as they are configured and as they travel. */

/**
 * A source of tokens that you implement. It is asked before every request, so
 * keep the token that you have; `refused` is the one that the service has just
 * rejected with 401, if it has.
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
 * 6749 section 4.4). A token is kept until shortly before it expires or the
 * service refuses it. No matter how many requests want one at the same time, it
 * is requested once.
 */
export interface ClientCredentials {
  /** The client id. */
  readonly clientId: string;
  /** The secret that belongs to it. */
  readonly clientSecret: string;
  /**
   * The scopes that tokens are for, separated by spaces (RFC 6749 section 3.3).
   */
  readonly scope?: string;
  /** The service that tokens are for (RFC 8707). */
  readonly resource?: string;
  /** The token endpoint, if not that of the description. */
  readonly tokenUrl?: string;
  /**
   * How many milliseconds before its end a token is no longer used; 30 000 by
   * default, and never more than half of its life.
   */
  readonly margin?: number;
}

/** A credential for a scheme other than Basic. */
export type Credential = string | TokenProvider | ClientCredentials;

/** A security scheme (OpenAPI 3.0.3 section 4.7.27). */
export interface SecurityScheme {
  /** The name by which operations ask for it. */
  readonly name: string;
  /** The name of its setting. */
  readonly setting: string;
  /** Where its credential travels. */
  readonly in: "bearer" | "basic" | "header" | "query" | "cookie";
  /** The name of the header field, parameter or cookie. */
  readonly field?: string;
  /** What precedes the credential, such as `Key `. */
  readonly prefix?: string;
  /** Where client credentials are exchanged. */
  readonly tokenUrl?: string;
}
