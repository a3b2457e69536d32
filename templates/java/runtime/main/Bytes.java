package com.example.template.runtime;

import java.util.Arrays;

/** Bytes that cannot be changed. */
public final class Bytes {
  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /**
   * A copy of these bytes.
   *
   * @param content the bytes
   * @return the copy
   */
  public static Bytes of(byte[] content) {
    return new Bytes(content.clone());
  }

  /**
   * A copy of the bytes.
   *
   * @return the copy
   */
  public byte[] toByteArray() {
    return content.clone();
  }

  /**
   * Returns how many there are.
   *
   * @return the number of bytes
   */
  public int size() {
    return content.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return "Bytes[size=" + content.length + "]";
  }
}
