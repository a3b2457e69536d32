package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A request without its credentials.
 *
 * @param operation the operationId
 * @param path the path template
 * @param request the HTTP request
 * @param idempotent whether it may safely be sent twice
 * @param isRepeatable whether it can be sent again at all; a body that can be read only once cannot
 * @param streams which responses are streams; empty if there are no streams
 * @param secret a secret in the body, which no text may show
 * @param terms how long the call may take, and when it is retried
 */
record Prepared(
    String operation,
    String path,
    HttpExchangeRequest request,
    boolean idempotent,
    boolean isRepeatable,
    Optional<Predicate<OpenResponse>> streams,
    Optional<Secret> secret,
    Terms terms) {
  /** The characters that an address can contain literally (RFC 3986 §3.3), and {@code %}. */
  private static final String LITERAL = "!$&'()*+,;=:@/%[]|";

  /** The parts of a call. */
  record Parts(
      Map<Parameter, JsonNode> parameters,
      Map<String, JsonNode> shared,
      Body body,
      Additions defaults,
      Additions additions) {
    /** Returns the value that the call sets, or else the client; {@code null} for none. */
    JsonNode value(Parameter parameter) {
      JsonNode own = parameters.get(parameter);
      if (own != null || parameter.setting().isEmpty()) {
        return own;
      }
      JsonNode value = shared.get(parameter.name());
      Parameter.Setting setting = parameter.setting().get();
      if (value == null && setting.isNeeded()) {
        throw new RequestException(
            "the parameter `%s` has no value: call `%s` of the builder of the client, or of the call"
                .formatted(parameter.name(), setting.name()));
      }
      return value;
    }
  }

  private record Text(Parameter parameter, String text) {}

  Prepared at(String address) {
    return with(request.at(address), streams);
  }

  Prepared with(String name, String value) {
    return with(request.with(name, value), streams);
  }

  /** Returns a request of which other responses are left unread. */
  Prepared opening(Predicate<OpenResponse> responses) {
    return with(request, Optional.of(responses));
  }

  private Prepared with(HttpExchangeRequest other, Optional<Predicate<OpenResponse>> open) {
    return new Prepared(operation, path, other, idempotent, isRepeatable, open, secret, terms);
  }

  /** Returns the request with other terms. */
  Prepared with(Terms other) {
    return new Prepared(operation, path, request, idempotent, isRepeatable, streams, secret, other);
  }

  static Prepared of(
      Operation<?> operation, Servers servers, Parts parts, Terms terms, boolean idempotent) {
    if (operation.isVerbatim() && !isToken(operation.method())) {
      throw new RequestException("the method contains characters that are not allowed");
    }
    List<Text> texts = texts(operation, parts);
    HttpExchangeRequest request =
        new HttpExchangeRequest(
            operation.method(),
            address(operation, servers.resolve(operation.server()), parts, texts),
            headers(operation, parts, texts),
            Optional.ofNullable(parts.body).flatMap(Body::whole),
            Optional.ofNullable(parts.body).flatMap(Body::stream),
            terms.timeout());
    boolean repeatable = parts.body == null || parts.body.isRepeatable();
    return new Prepared(
        operation.id(),
        operation.path(),
        request,
        idempotent && repeatable,
        repeatable,
        operation.streams(),
        Optional.empty(),
        terms);
  }

  private static List<Text> texts(Operation<?> operation, Parts parts) {
    List<Text> texts = new ArrayList<>();
    for (Parameter parameter : operation.parameters()) {
      JsonNode value = parts.value(parameter);
      String text = value == null ? "" : write(parameter, value);
      // An empty header field is sent, because a server distinguishes it from a missing one (RFC
      // 9110 §5.5).
      boolean isField = parameter.location() == Parameter.Location.HEADER;
      boolean isGiven = isField && value != null && !value.isNull();
      if (isGiven || !text.isEmpty()) {
        texts.add(new Text(parameter, text));
      }
    }
    return texts;
  }

  private static String write(Parameter parameter, JsonNode value) {
    try {
      return Styles.write(parameter, value);
    } catch (RequestException error) {
      throw new RequestException(
          "the parameter `" + parameter.name() + "` cannot be written: " + error.getMessage());
    }
  }

  private static String address(Operation<?> operation, URI server, Parts parts, List<Text> texts) {
    String base = server.getRawPath() == null ? "" : server.getRawPath();
    String own =
        operation.isVerbatim() ? VerbatimPath.of(operation.path()) : path(operation.path(), texts);
    String path = base.replaceAll("/+$", "") + own;
    String query =
        parts.additions.query(join(texts, Parameter.Location.QUERY, "&"), parts.defaults);
    String origin = server.getScheme() + "://" + server.getRawAuthority();
    return origin + path + (query.isEmpty() ? "" : "?" + query);
  }

  /** Returns the path with the values of its parameters. */
  private static String path(String template, List<Text> texts) {
    String path =
        Servers.expand(
            template,
            text -> Escape.encode(text, LITERAL, "", false),
            name ->
                texts.stream()
                    .filter(text -> text.parameter.location() == Parameter.Location.PATH)
                    .filter(text -> text.parameter.name().equals(name))
                    .map(Text::text)
                    .findFirst()
                    .orElseThrow(() -> elsewhere(name)));
    String[] segments = path.split("/", -1);
    String[] declared = template.split("/", -1);
    for (int index = 0; index < segments.length; index++) {
      if (VerbatimPath.isDots(segments[index])) {
        throw elsewhere(index < declared.length ? declared[index] : template);
      }
    }
    return path;
  }

  private static RequestException elsewhere(String name) {
    return new RequestException("the path parameter `" + name + "` is missing, empty, `.` or `..`");
  }

  private static String join(List<Text> texts, Parameter.Location location, String separator) {
    List<String> found =
        texts.stream()
            .filter(text -> text.parameter.location() == location)
            .map(Text::text)
            .toList();
    return String.join(separator, found);
  }

  private static Map<String, String> headers(
      Operation<?> operation, Parts parts, List<Text> texts) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("accept", operation.accept());
    if (parts.body != null) {
      headers.put("content-type", parts.body.mediaType());
    }
    headers.putAll(parts.defaults.headers());
    texts.stream()
        .filter(text -> text.parameter.location() == Parameter.Location.HEADER)
        .forEach(text -> headers.put(text.parameter.name(), text.text));
    String cookies = join(texts, Parameter.Location.COOKIE, "; ");
    if (!cookies.isEmpty()) {
      headers.put("cookie", cookies);
    }
    headers.putAll(parts.additions.headers());
    headers.forEach(Prepared::check);
    return headers;
  }

  /** Rejects an invalid header field. */
  static void check(String name, String value) {
    if (!isField(name, value)) {
      throw new RequestException(
          "the header field `" + name + "` contains characters that are not allowed");
    }
  }

  /** Returns whether a text is a token (RFC 9110 §5.6.2). */
  private static boolean isToken(String text) {
    return text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  }

  /** Returns whether a header field is valid (RFC 9110 §5.1, §5.5). */
  static boolean isField(String name, String value) {
    return isToken(name)
        && value.chars().noneMatch(one -> one != '\t' && (one < ' ' || one == 0x7F));
  }
}
