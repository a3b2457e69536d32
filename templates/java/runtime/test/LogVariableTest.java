package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the environment variable for the level of the log, with a program that has it. */
class LogVariableTest {
  /** Sends one request. */
  public static void main(String[] arguments) {
    new Guarded().call().send();
  }

  private static List<String> logged(String level) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    ProcessBuilder program =
        new ProcessBuilder(java, "-cp", classes, LogVariableTest.class.getName());
    program.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
    program.environment().put("PING_LOG", level);
    Process process = program.redirectErrorStream(true).start();
    byte[] text = process.getInputStream().readAllBytes();
    assertEquals(0, process.waitFor(), () -> new String(text, StandardCharsets.UTF_8));
    return new String(text, StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void theEnvironmentSetsTheLog() throws IOException, InterruptedException {
    String token = "the token endpoint: POST /token attempt 1";
    String ping = "ping: GET /ping attempt 1";
    Map<String, List<String>> expected =
        Map.of(
            "debug",
            List.of(
                "DEBUG " + ping,
                "DEBUG " + token,
                "INFO " + token + ": 200 after 0 ms",
                "INFO " + ping + ": 200 after 0 ms"),
            "info",
            List.of("INFO " + token + ": 200 after 0 ms", "INFO " + ping + ": 200 after 0 ms"),
            "warn",
            List.of(),
            "DEBUG",
            List.of());
    for (Map.Entry<String, List<String>> one : expected.entrySet()) {
      assertEquals(one.getValue(), logged(one.getKey()), one.getKey());
    }
  }
}
