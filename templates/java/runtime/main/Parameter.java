package com.example.template.runtime;

/**
 * One parameter of an operation, or one field of a form (OpenAPI 3.0.3 §4.7.12).
 *
 * @param name the name as it is sent
 * @param location where it is sent
 * @param style how its value is written as text
 * @param explode whether each item or property is written separately
 * @param reserved whether reserved characters (RFC 3986 §2.2) are sent as they are
 * @param json whether its text is JSON
 */
public record Parameter(
    String name, Location location, Style style, boolean explode, boolean reserved, boolean json) {

  /** Where a parameter is sent. */
  public enum Location {
    /** In the path. */
    PATH,
    /** In the query. */
    QUERY,
    /** In a header field. */
    HEADER,
    /** In a cookie. */
    COOKIE
  }

  /** How a value is written as text (OpenAPI 3.0.3 §4.7.12.3). */
  public enum Style {
    /** {@code ;name=value}. */
    MATRIX,
    /** {@code .value}. */
    LABEL,
    /** {@code name=value}. */
    FORM,
    /** {@code value}. */
    SIMPLE,
    /** {@code name=a%20b}. */
    SPACE_DELIMITED,
    /** {@code name=a|b}. */
    PIPE_DELIMITED,
    /** {@code name[property]=value}. */
    DEEP_OBJECT
  }

  /** A field of a form that the description does not define. */
  static final Parameter UNLISTED = query("");

  /**
   * A parameter of the path.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter path(String name) {
    return new Parameter(name, Location.PATH, Style.SIMPLE, false, false, false);
  }

  /**
   * A parameter of the query, or a field of a form.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter query(String name) {
    return new Parameter(name, Location.QUERY, Style.FORM, true, false, false);
  }

  /**
   * A header field.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter header(String name) {
    return new Parameter(name, Location.HEADER, Style.SIMPLE, false, false, false);
  }

  /**
   * A cookie.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter cookie(String name) {
    return new Parameter(name, Location.COOKIE, Style.FORM, true, false, false);
  }

  /**
   * Another style than the usual one of its place.
   *
   * @param other the style
   * @param apart whether each item or property is written separately
   * @return the parameter
   */
  public Parameter style(Style other, boolean apart) {
    return new Parameter(name, location, other, apart, reserved, json);
  }

  /**
   * Reserved characters are sent as they are.
   *
   * @return the parameter
   */
  public Parameter allowReserved() {
    return new Parameter(name, location, style, explode, true, json);
  }

  /**
   * The text is JSON.
   *
   * @return the parameter
   */
  public Parameter asJson() {
    return new Parameter(name, location, style, explode, reserved, true);
  }
}
