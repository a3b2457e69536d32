package com.example.template.runtime;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/** A secret. It is never printed; {@link #expose()} returns its text. */
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  /**
   * Creates a secret.
   *
   * @param text its text
   * @return the secret
   */
  public static Secret of(String text) {
    return new Secret(Objects.requireNonNull(text, "text"));
  }

  /**
   * Returns the text.
   *
   * @return the text
   */
  public String expose() {
    return text;
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return "[redacted]";
  }
}
