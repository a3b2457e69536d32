package com.example.template.runtime;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies webhooks. A signature is {@code sha256=} followed by the HMAC-SHA256 (RFC 2104) of the
 * body as received, in lower-case hexadecimal digits.
 *
 * <p>Signatures are compared in constant time, so that timing reveals nothing about a secret.
 */
public final class Verifier {
  /** The default header field of the signature. */
  public static final String SIGNATURE_HEADER = "X-Service-Signature-256";

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "sha256=";

  private final List<Secret> secrets;
  private final String header;
  private final boolean upperCase;

  private Verifier(List<Secret> secrets, String header, boolean upperCase) {
    this.secrets = secrets;
    this.header = header;
    this.upperCase = upperCase;
  }

  /**
   * Creates a verifier with one or more secrets. Pass the old and the new one while a secret is
   * rotated.
   *
   * @param secrets the secrets
   * @return the verifier
   * @throws WebhookException if there is no secret, or if one is empty
   */
  public static Verifier of(String... secrets) {
    List<Secret> known = List.of(secrets).stream().map(Secret::of).toList();
    if (known.isEmpty() || known.stream().anyMatch(secret -> secret.expose().isEmpty())) {
      throw new WebhookException(WebhookException.Reason.NO_SECRET, null);
    }
    return new Verifier(known, SIGNATURE_HEADER, false);
  }

  /**
   * Returns a copy that reads the signature from another header field.
   *
   * @param name the name of the field
   * @return the verifier
   */
  public Verifier withHeader(String name) {
    return new Verifier(secrets, name, upperCase);
  }

  /**
   * Returns a copy that also accepts upper-case hexadecimal digits.
   *
   * @return the verifier
   */
  public Verifier allowUpperCase() {
    return new Verifier(secrets, header, true);
  }

  /**
   * Verifies that a body is signed with one of the secrets.
   *
   * @param signature the signature as received
   * @param body the body as received
   * @throws WebhookException if it is not
   */
  public void verify(String signature, byte[] body) {
    byte[] given = parse(signature);
    boolean genuine = false;
    // Compare with every secret, so that timing does not reveal which one matches.
    for (Secret secret : secrets) {
      genuine |= MessageDigest.isEqual(hmac(secret, body), given);
    }
    if (!genuine) {
      throw new WebhookException(WebhookException.Reason.MISMATCH, null);
    }
  }

  /**
   * Verifies that a body is signed, with the signature from its header fields.
   *
   * @param headers the header fields as received
   * @param body the body as received
   * @throws WebhookException if it is not, or there is not exactly one signature
   */
  public void verify(Map<String, List<String>> headers, byte[] body) {
    List<String> signatures = new ArrayList<>();
    headers.forEach(
        (name, values) -> {
          if (name != null && name.equalsIgnoreCase(header)) {
            signatures.addAll(values);
          }
        });
    if (signatures.size() != 1) {
      throw new WebhookException(WebhookException.Reason.MISSING, null);
    }
    verify(signatures.get(0), body);
  }

  /**
   * Verifies a body and decodes the event in it.
   *
   * @param <T> the type of the event
   * @param codec how it is decoded, such as {@code Event.CODEC}
   * @param signature the signature as received
   * @param body the body as received
   * @return the event
   * @throws WebhookException if the body is not signed, or does not have the shape of the type
   */
  public <T> T parse(Codec<T> codec, String signature, byte[] body) {
    verify(signature, body);
    try {
      return codec.parse(body);
    } catch (DecodeException error) {
      throw new WebhookException(WebhookException.Reason.UNREADABLE, error);
    }
  }

  /**
   * Returns the signature of a body as it is sent, for tests of webhook handlers.
   *
   * @param secret the secret
   * @param body the body
   * @return the signature
   */
  public static String sign(String secret, byte[] body) {
    return PREFIX + HexFormat.of().formatHex(hmac(Secret.of(secret), body));
  }

  private byte[] parse(String signature) {
    String digits = upperCase ? "[0-9a-fA-F]{64}" : "[0-9a-f]{64}";
    if (!signature.matches(PREFIX + digits)) {
      throw new WebhookException(WebhookException.Reason.MALFORMED, null);
    }
    return HexFormat.of().parseHex(signature, PREFIX.length(), signature.length());
  }

  private static byte[] hmac(Secret secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.bytes(), ALGORITHM));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, error);
    }
  }

  /** Shows no secrets. */
  @Override
  public String toString() {
    return "Verifier[header=" + header + "]";
  }
}
