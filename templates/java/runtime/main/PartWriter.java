package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Encodes the parts of a stream. Every item ends with the boundary of the next one, so that
 * receivers do not have to wait for that to know that it is complete.
 */
final class PartWriter {
  private final PartForm form;

  /** It cannot be predicted, so no item contains it. */
  private final String boundary = "parts-" + UUID.randomUUID().toString().replace("-", "");

  PartWriter(PartForm form) {
    this.form = form;
  }

  String mediaType(String declared) {
    return declared + "; boundary=" + boundary;
  }

  byte[] start() {
    return ascii("--" + boundary);
  }

  byte[] item(JsonNode item) {
    String media = form.mediaType().replaceAll("\\p{Cntrl}", "");
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    part.writeBytes(ascii("\r\nContent-Type: " + media + "\r\n\r\n"));
    part.writeBytes(form.write(item));
    part.writeBytes(ascii("\r\n--" + boundary));
    return part.toByteArray();
  }

  byte[] end() {
    return ascii("--\r\n");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
