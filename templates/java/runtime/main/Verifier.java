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
 * Verifies webhooks: a signature is {@code sha256=} and the HMAC-SHA256 (RFC 2104) of the body,
 * byte for byte as received, in lower-case hexadecimal digits.
 *
 * <p>Time says nothing about a secret: signatures are compared in constant time.
 */
public final class Verifier {
  /** The header field that carries a signature, by default. */
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
   * Verifies with one of these secrets; while one is replaced, both are good.
   *
   * @param secrets the secrets
   * @return the verifier
   * @throws WebhookException when there is no secret, or an empty one, with which anyone could sign
   */
  public static Verifier of(String... secrets) {
    List<Secret> known = List.of(secrets).stream().map(Secret::of).toList();
    if (known.isEmpty() || known.stream().anyMatch(secret -> secret.expose().isEmpty())) {
      throw new WebhookException(WebhookException.Reason.NO_SECRET, null);
    }
    return new Verifier(known, SIGNATURE_HEADER, false);
  }

  /**
   * Returns a copy for signatures in another header field.
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
   * Makes sure that a body is signed with one of the secrets.
   *
   * @param signature the signature as received
   * @param body the body as received
   * @throws WebhookException when it is not
   */
  public void verify(String signature, byte[] body) {
    byte[] given = parse(signature);
    boolean genuine = false;
    // Every secret is tried, so that time does not say which one it was.
    for (Secret secret : secrets) {
      genuine |= MessageDigest.isEqual(hmac(secret, body), given);
    }
    if (!genuine) {
      throw new WebhookException(WebhookException.Reason.MISMATCH, null);
    }
  }

  /**
   * Makes sure that a body is signed, with the signature among its header fields.
   *
   * @param headers the header fields as received
   * @param body the body as received
   * @throws WebhookException when it is not, or there is not exactly one signature
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
   * The event in a body that is signed.
   *
   * @param <T> the type of the event
   * @param codec how it is read, such as {@code Event.CODEC}
   * @param signature the signature as received
   * @param body the body as received
   * @return the event
   * @throws WebhookException when the body is not signed, or not of the shape of the type
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
   * The signature of a body, as it is sent; for those who test what they do with webhooks.
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

  /** Secrets are not shown. */
  @Override
  public String toString() {
    return "Verifier[header=" + header + "]";
  }
}
