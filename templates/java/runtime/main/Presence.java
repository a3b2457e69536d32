package com.example.template.runtime;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A property that may be absent and may be {@code null}, which have different meanings.
 *
 * @param <T> the type of its value
 */
public final class Presence<T> {
  private static final Presence<?> ABSENT = new Presence<>(null);
  private static final Presence<?> NULL = new Presence<>(null);

  private final T value;

  private Presence(T value) {
    this.value = value;
  }

  /**
   * Returns an absent property.
   *
   * @param <T> the type of its value
   * @return an absent property
   */
  @SuppressWarnings("unchecked") // It has no value of any type.
  public static <T> Presence<T> absent() {
    return (Presence<T>) ABSENT;
  }

  /**
   * Returns a property that is {@code null}.
   *
   * @param <T> the type of its value
   * @return a property that is {@code null}
   */
  @SuppressWarnings("unchecked") // It has no value of any type.
  public static <T> Presence<T> ofNull() {
    return (Presence<T>) NULL;
  }

  /**
   * Returns a property with a value.
   *
   * @param <T> the type of its value
   * @param value the value
   * @return a property with this value
   */
  public static <T> Presence<T> of(T value) {
    return new Presence<>(Objects.requireNonNull(value, "value"));
  }

  /**
   * Returns whether the property is absent.
   *
   * @return whether it is absent
   */
  public boolean isAbsent() {
    return this == ABSENT;
  }

  /**
   * Returns whether the property is {@code null}.
   *
   * @return whether it is {@code null}
   */
  public boolean isNull() {
    return this == NULL;
  }

  /**
   * Returns the value, if there is one.
   *
   * @return the value; empty if the property is absent or {@code null}
   */
  public Optional<T> value() {
    return Optional.ofNullable(value);
  }

  /**
   * Returns a copy with a changed value, if there is one.
   *
   * @param change changes the value
   * @return the copy
   */
  public Presence<T> map(UnaryOperator<T> change) {
    return value == null ? this : of(change.apply(value));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || value != null && other instanceof Presence<?> that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value == null ? System.identityHashCode(this) : value.hashCode();
  }

  @Override
  public String toString() {
    return isAbsent() ? "absent" : String.valueOf(value);
  }
}
