package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which credentials a request carries. */
class KeyringTest {
  private static final String ADDRESS = "https://elsewhere.example";

  private final Servers servers = new Servers();

  private int granted(Operation<Void> operation) {
    var scheme = new SecurityScheme("key", SecurityScheme.Kind.HEADER, "x-key", "", null);
    Map<String, Credentials> given = Map.of("key", Credentials.secret("s3cret"));
    return new Keyring(List.of(scheme), given, servers).choose(operation).size();
  }

  private static Operation<Void> operation() {
    return Operation.<Void>of("get").server(ADDRESS).alternative().scheme("key");
  }

  @Test
  void anotherSiteGetsNoCredentialUnasked() {
    assertEquals(1, granted(operation()));
    servers.elsewhere.add(ADDRESS);
    var error = assertThrows(CredentialsException.class, () -> granted(operation()));
    assertTrue(error.getMessage().contains(ADDRESS), error.getMessage());
    assertEquals(0, granted(operation().alternative()));
    servers.replaced.put(ADDRESS, ADDRESS);
    assertEquals(1, granted(operation()));
  }

  @Test
  void addressesAreShownWithoutCredentials() {
    var scheme = new SecurityScheme("key", SecurityScheme.Kind.QUERY, "the key", "", null);
    Map<String, Credentials> given = Map.of("key", Credentials.secret("s3cret"));
    Keyring keyring = new Keyring(List.of(scheme), given, servers);
    Map<String, String> shown =
        Map.of(
            "/a?the+key=s3cret", "/a",
            "/a?b=1&the%20key=s3cret&c=%20", "/a?b=1&c=%20",
            "/a?keys=1", "/a?keys=1",
            "/a", "/a");
    shown.forEach((address, plain) -> assertEquals(plain, keyring.withoutSecrets(address)));
  }
}
