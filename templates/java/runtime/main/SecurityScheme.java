package com.example.template.runtime;

/**
 * A security scheme of the description (OpenAPI 3.0.3 §4.7.23).
 *
 * @param name the name by which operations refer to it
 * @param kind how its credential is sent
 * @param field the name of the header field, query parameter or cookie; empty for other kinds
 * @param prefix the text before the credential in a header field, such as {@code Key }
 * @param tokenUrl the token endpoint for client credentials, with server variables; {@code null}
 *     for none
 */
public record SecurityScheme(String name, Kind kind, String field, String prefix, String tokenUrl) {
  /** How a credential is sent. */
  public enum Kind {
    /** {@code Authorization: Bearer …} (RFC 6750 §2.1). */
    BEARER,
    /** {@code Authorization: Basic …} (RFC 7617). */
    BASIC,
    /** In a header field. */
    HEADER,
    /** In the query. */
    QUERY,
    /** In the {@code Cookie} header field. */
    COOKIE
  }
}
