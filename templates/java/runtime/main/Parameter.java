package com.example.template.runtime;

import java.util.Optional;

/**
 * One parameter of an operation, or one field of a form (OpenAPI 3.0.3 §4.7.12).
 *
 * @param name the name as it is sent
 * @param location where it is sent
 * @param style how its value is converted to text
 * @param explode whether each item or property is written separately
 * @param reserved whether reserved characters (RFC 3986 §2.2) are sent as they are
 * @param json whether its value is encoded as JSON
 * @param setting the setting of the client that gives it a value in all calls, if there is one
 */
public record Parameter(
    String name,
    Location location,
    Style style,
    boolean explode,
    boolean reserved,
    boolean json,
    Optional<Setting> setting) {
  Parameter(
      String name,
      Location location,
      Style style,
      boolean explode,
      boolean reserved,
      boolean json) {
    this(name, location, style, explode, reserved, json, Optional.empty());
  }

  /**
   * A setting of the client for a parameter of all calls.
   *
   * @param name the name of the setting
   * @param isNeeded whether the client or the call must set the parameter
   */
  public record Setting(String name, boolean isNeeded) {}

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

  /** How a value is converted to text (OpenAPI 3.0.3 §4.7.12.3). */
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
   * Creates a path parameter.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter path(String name) {
    return new Parameter(name, Location.PATH, Style.SIMPLE, false, false, false);
  }

  /**
   * Creates a query parameter, or a form field.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter query(String name) {
    return new Parameter(name, Location.QUERY, Style.FORM, true, false, false);
  }

  /**
   * Creates a header field.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter header(String name) {
    return new Parameter(name, Location.HEADER, Style.SIMPLE, false, false, false);
  }

  /**
   * Creates a cookie.
   *
   * @param name its name
   * @return the parameter
   */
  public static Parameter cookie(String name) {
    return new Parameter(name, Location.COOKIE, Style.FORM, true, false, false);
  }

  /**
   * Returns a copy with a style other than the default of the location.
   *
   * @param other the style
   * @param apart whether each item or property is written separately
   * @return the parameter
   */
  public Parameter style(Style other, boolean apart) {
    return new Parameter(name, location, other, apart, reserved, json, setting);
  }

  /**
   * Returns a copy whose reserved characters are sent as they are.
   *
   * @return the parameter
   */
  public Parameter allowReserved() {
    return new Parameter(name, location, style, explode, true, json, setting);
  }

  /**
   * Returns a copy whose value is encoded as JSON.
   *
   * @return the parameter
   */
  public Parameter asJson() {
    return new Parameter(name, location, style, explode, reserved, true, setting);
  }

  /**
   * Returns a copy that the client can set for all calls.
   *
   * @param named the name of the setting
   * @param isNeeded whether the client or the call must set it
   * @return the parameter
   */
  public Parameter ofClient(String named, boolean isNeeded) {
    Optional<Setting> own = Optional.of(new Setting(named, isNeeded));
    return new Parameter(name, location, style, explode, reserved, json, own);
  }
}
