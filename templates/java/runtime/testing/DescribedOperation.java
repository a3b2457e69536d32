package com.example.template.testing;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An operation of the description.
 *
 * @param id the operationId
 * @param method the HTTP method
 * @param server the address of its server, with variables
 * @param path the path template
 */
record DescribedOperation(String id, String method, String server, String path) {
  private static final Pattern PARAMETER = Pattern.compile("\\{([^{}]*)\\}");

  /**
   * A path that is one of the operation.
   *
   * @param operation the operation
   * @param isDeclared whether the path before it is that of the declared server
   * @param literals the number of segments without parameters
   * @param values the values of the parameters
   */
  record Match(
      DescribedOperation operation, boolean isDeclared, int literals, Map<String, String> values) {
    /** Returns whether this one is more likely to be meant. */
    boolean isBetterThan(Match other) {
      if (isDeclared != other.isDeclared) {
        return isDeclared;
      }
      return literals != other.literals
          ? literals > other.literals
          : operation.path.length() > other.operation.path.length();
    }
  }

  /** Returns the parameters of a path, which can have that of any server before it. */
  Optional<Match> match(String requested) {
    List<String> sent = segments(requested).stream().map(DescribedOperation::decode).toList();
    List<String> template = segments(path);
    int before = sent.size() - template.size();
    if (before < 0) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    int literals = 0;
    for (int index = 0; index < template.size(); index++) {
      if (!matches(template.get(index), sent.get(before + index), values)) {
        return Optional.empty();
      }
      literals += template.get(index).contains("{") ? 0 : 1;
    }
    boolean isDeclared = sent.subList(0, before).equals(declared());
    return Optional.of(new Match(this, isDeclared, literals, values));
  }

  private List<String> declared() {
    String address = server.replaceFirst("^(\\{[^{}]*\\}|[a-z]+://[^/]*)", "");
    String trimmed = address.replaceAll("/+$", "");
    return trimmed.isEmpty() ? List.of() : segments(trimmed);
  }

  private static List<String> segments(String path) {
    return Arrays.asList(path.replaceFirst("^/", "").split("/", -1));
  }

  private static boolean matches(String template, String sent, Map<String, String> values) {
    List<String> names = new ArrayList<>();
    StringBuilder pattern = new StringBuilder();
    Matcher parameters = PARAMETER.matcher(template);
    int from = 0;
    while (parameters.find()) {
      names.add(parameters.group(1));
      pattern.append(Pattern.quote(template.substring(from, parameters.start()))).append("(.+?)");
      from = parameters.end();
    }
    pattern.append(Pattern.quote(template.substring(from)));
    Matcher found = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(sent);
    if (!found.matches()) {
      return false;
    }
    for (int index = 0; index < names.size(); index++) {
      values.put(names.get(index), found.group(index + 1));
    }
    return true;
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException error) {
      // It is compared as it is.
      return segment;
    }
  }
}
