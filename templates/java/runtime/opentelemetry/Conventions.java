package com.example.template.opentelemetry;

import com.example.template.runtime.Attempt;
import com.example.template.runtime.AttemptResponse;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.net.URI;
import java.util.Set;

/** The attributes of an attempt, by the semantic conventions for HTTP. */
final class Conventions {
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ORIGINAL =
      AttributeKey.stringKey("http.request.method_original");
  private static final AttributeKey<Long> RESENT =
      AttributeKey.longKey("http.request.resend_count");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> HOST = AttributeKey.stringKey("server.address");
  private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
  private static final AttributeKey<String> TEMPLATE = AttributeKey.stringKey("url.template");
  private static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");

  private static final String OTHER = "_OTHER";
  private static final long HTTP = 80;
  private static final long HTTPS = 443;
  private static final Set<String> METHODS =
      Set.of(
          "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE");

  private final Attempt attempt;
  private final String method;

  Conventions(Attempt attempt) {
    this.attempt = attempt;
    this.method = METHODS.contains(attempt.method()) ? attempt.method() : OTHER;
  }

  /** Returns the name of the span. */
  String name() {
    return (method.equals(OTHER) ? "HTTP" : method) + " " + attempt.pathTemplate();
  }

  /** Returns the attributes of the span that are known at its beginning. */
  Attributes ofSpan() {
    AttributesBuilder all = common().put(TEMPLATE, attempt.pathTemplate());
    all.put(URL, attempt.url());
    if (method.equals(OTHER)) {
      all.put(ORIGINAL, attempt.method());
    }
    if (attempt.number() > 1) {
      all.put(RESENT, attempt.number() - 1L);
    }
    return all.build();
  }

  /** Returns the attributes of the metric, without the outcome. */
  Attributes ofMetric() {
    // A path that is not described has no template, and each could be another one.
    boolean isDescribed = !attempt.operation().equals("request");
    AttributesBuilder all = common();
    return (isDescribed ? all.put(TEMPLATE, attempt.pathTemplate()) : all).build();
  }

  private AttributesBuilder common() {
    URI server = URI.create(attempt.url().split("(?<=[^:/])[/?#]", 2)[0]);
    long usual = "http".equals(server.getScheme()) ? HTTP : HTTPS;
    return Attributes.builder()
        .put(METHOD, method)
        .put(HOST, server.getHost())
        .put(PORT, server.getPort() < 0 ? usual : server.getPort());
  }

  /** Returns the attributes of a response; statuses from {@code firstError} on are errors. */
  static Attributes of(AttemptResponse response, int firstError) {
    AttributesBuilder outcome = Attributes.builder().put(STATUS, (long) response.status());
    if (response.status() >= firstError) {
      outcome.put(ERROR, Integer.toString(response.status()));
    }
    return outcome.build();
  }

  /** Returns the attributes of a failure. */
  static Attributes of(Throwable error) {
    return Attributes.of(ERROR, error.getClass().getName());
  }
}
