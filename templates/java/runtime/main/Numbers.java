package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses and formats numbers without expanding an exponent from the service. */
final class Numbers {
  /** The maximum number of digits, which is far more than other languages support. */
  private static final int MOST_DIGITS = 1000;

  private static final int LONGEST_INTEGER = 20;
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
  private static final BigInteger UNSIGNED_MAX =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  private Numbers() {}

  /** Returns an integer in a range; {@code 1.0} is the same JSON number as {@code 1}. */
  static Optional<BigInteger> within(JsonNode value, long least, long greatest) {
    return integer(value)
        .filter(number -> number.compareTo(BigInteger.valueOf(least)) >= 0)
        .filter(number -> number.compareTo(BigInteger.valueOf(greatest)) <= 0);
  }

  static Optional<BigInteger> unsigned(JsonNode value) {
    return integer(value)
        .filter(number -> number.signum() >= 0 && number.compareTo(UNSIGNED_MAX) <= 0);
  }

  static boolean isInteger(JsonNode value) {
    return value.isIntegralNumber() || value.isNumber() && isWhole(value.decimalValue());
  }

  private static Optional<BigInteger> integer(JsonNode value) {
    if (!value.isNumber()) {
      return Optional.empty();
    }
    BigDecimal number = value.decimalValue();
    long digits = (long) number.precision() - number.scale();
    return digits <= LONGEST_INTEGER && isWhole(number)
        ? Optional.of(number.toBigInteger())
        : Optional.empty();
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
  }

  static JsonNode node(Number number, String text) {
    if (!Double.isFinite(number.doubleValue())) {
      throw new IllegalArgumentException(text + " is not a JSON number");
    }
    return Json.NODES.numberNode(new BigDecimal(text));
  }

  static JsonNode node(BigDecimal number) {
    return Json.NODES.numberNode(number);
  }

  static Optional<BigDecimal> parseDecimal(String text) {
    return text.length() <= MOST_DIGITS && DECIMAL.matcher(text).matches()
        ? Optional.of(new BigDecimal(text))
        : Optional.empty();
  }

  static String decimalText(BigDecimal number) {
    if (Math.abs((long) number.scale()) > MOST_DIGITS) {
      throw new IllegalArgumentException("the decimal number has too many digits");
    }
    return number.toPlainString();
  }
}
