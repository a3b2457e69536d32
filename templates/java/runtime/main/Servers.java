package com.example.template.runtime;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Server addresses and their variables. */
final class Servers {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  final Map<String, String> variables = new HashMap<>();
  final Map<String, String> replaced = new HashMap<>();
  final Set<String> elsewhere = new HashSet<>();
  private Optional<String> origin = Optional.empty();

  void origin(String address) {
    origin = Optional.of(address);
  }

  /** Returns the address of a server of the description, with its variables replaced. */
  URI resolve(String template) {
    String address = expand(replaced.getOrDefault(template, template));
    URI uri;
    try {
      URI given = URI.create(address);
      uri = origin.map(base -> URI.create(base).resolve(given)).orElse(given);
    } catch (IllegalArgumentException error) {
      throw invalid(address, "it cannot be read");
    }
    flaw(uri)
        .ifPresent(
            reason -> {
              throw invalid(address, reason);
            });
    return normal(uri);
  }

  /** Returns whether credentials may be sent to a server. */
  boolean trusts(String template) {
    return !elsewhere.contains(template) || replaced.containsKey(template);
  }

  /** Returns whether all variables of a template have values. */
  boolean knows(String template) {
    try {
      expand(replaced.getOrDefault(template, template));
      return true;
    } catch (RequestException error) {
      return false;
    }
  }

  /** Replaces the {@code {variables}} of a template. */
  String expand(String template) {
    return expand(
        template,
        text -> text,
        name -> {
          if (!variables.containsKey(name)) {
            throw new RequestException("the server variable `" + name + "` has no value");
          }
          return variables.get(name);
        });
  }

  /** Replaces {@code {names}} by values in one pass, so that values are not expanded again. */
  static String expand(
      String template, UnaryOperator<String> literal, UnaryOperator<String> value) {
    StringBuilder expanded = new StringBuilder();
    int from = 0;
    int open = template.indexOf('{');
    int close = template.indexOf('}', open);
    while (open >= 0 && close >= 0) {
      expanded.append(literal.apply(template.substring(from, open)));
      expanded.append(value.apply(template.substring(open + 1, close)));
      from = close + 1;
      open = template.indexOf('{', from);
      close = template.indexOf('}', open);
    }
    return expanded.append(literal.apply(template.substring(from))).toString();
  }

  /** Returns why a URL is not a valid server address, if it is not. */
  private static Optional<String> flaw(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return Optional.of("its scheme is neither http nor https");
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of("it contains a user name or password; pass them as credentials");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      return Optional.of("it has a query or a fragment");
    }
    return uri.getHost() == null ? Optional.of("it has no host") : Optional.empty();
  }

  private static URI normal(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? HTTPS : HTTP;
    String port = uri.getPort() < 0 || uri.getPort() == usual ? "" : ":" + uri.getPort();
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    return URI.create(scheme + "://" + host + port + uri.getRawPath()).normalize();
  }

  private static RequestException invalid(String address, String reason) {
    // The text before `@` may be a password.
    String shown = address.substring(address.lastIndexOf('@') + 1);
    return new RequestException("`" + shown + "` is not a valid server address: " + reason);
  }
}
