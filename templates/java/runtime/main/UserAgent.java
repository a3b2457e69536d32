package com.example.template.runtime;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The default of the {@code User-Agent} header field. */
final class UserAgent {
  private UserAgent() {}

  /** Returns the name and the version of a package, with those of Java and the platform. */
  static String of(String product, UnaryOperator<String> property) {
    List<String> platform =
        Stream.of("os.name", "os.arch")
            .map(name -> token(property.apply(name)))
            .filter(Predicate.not(String::isEmpty))
            .toList();
    String version = token(property.apply("java.version"));
    String java = version.isEmpty() ? "" : " java/" + version;
    String about = platform.isEmpty() ? "" : " (" + String.join("; ", platform) + ")";
    String[] parts = product.split("/", 2);
    return token(parts[0]) + "/" + token(parts[parts.length - 1]) + java + about;
  }

  /** Returns the characters of a text that a token can contain (RFC 9110 §5.6.2). */
  private static String token(String text) {
    return text == null ? "" : text.replaceAll("[^!#$%&'*+.^_`|~0-9A-Za-z-]", "");
  }
}
