package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The styles of parameters, after the table of OpenAPI 3.0.3 §4.7.12.4. */
class StylesTest {
  private static final String LIST = "[\"blue\",\"black\",\"brown\"]";
  private static final String OBJECT = "{\"R\":100,\"G\":200,\"B\":150}";

  private static String write(Parameter parameter, String json) {
    String value = json.replace("LIST", LIST).replace("OBJECT", OBJECT);
    return Styles.write(parameter, Json.parse(value.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "PATH MATRIX false '\"\"' ;color",
        "PATH MATRIX false '\"blue\"' ;color=blue",
        "PATH MATRIX false LIST ;color=blue,black,brown",
        "PATH MATRIX true LIST ;color=blue;color=black;color=brown",
        "PATH MATRIX false OBJECT ;color=R,100,G,200,B,150",
        "PATH MATRIX true OBJECT ;R=100;G=200;B=150",
        "PATH LABEL false '\"\"' .",
        "PATH LABEL false '\"blue\"' .blue",
        "PATH LABEL true LIST .blue.black.brown",
        "PATH LABEL true OBJECT .R=100.G=200.B=150",
        "PATH SIMPLE false LIST blue,black,brown",
        "PATH SIMPLE false OBJECT R,100,G,200,B,150",
        "PATH SIMPLE true OBJECT R=100,G=200,B=150",
        "HEADER SIMPLE true OBJECT R=100,G=200,B=150",
        "QUERY FORM false '\"\"' color=",
        "QUERY FORM false '\"a b&c\"' color=a%20b%26c",
        "QUERY FORM false LIST color=blue,black,brown",
        "QUERY FORM true LIST color=blue&color=black&color=brown",
        "QUERY FORM true OBJECT R=100&G=200&B=150",
        "QUERY SPACE_DELIMITED false LIST color=blue%20black%20brown",
        "QUERY PIPE_DELIMITED false LIST color=blue%7Cblack%7Cbrown",
        "QUERY DEEP_OBJECT true OBJECT color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
        "QUERY DEEP_OBJECT true '{\"a\":[1,2]}' color%5Ba%5D%5B%5D=1&color%5Ba%5D%5B%5D=2",
        "QUERY DEEP_OBJECT true '{\"a\":[{\"b\":1}]}' color%5Ba%5D%5B0%5D%5Bb%5D=1",
        "COOKIE FORM true '\"blue\"' color=blue",
        "COOKIE FORM false LIST color=blue,black,brown",
        "QUERY FORM true '[]' ''",
        "QUERY FORM true 'null' ''",
      })
  void values(
      Parameter.Location location,
      Parameter.Style style,
      boolean explode,
      String json,
      String expected) {
    Parameter parameter = new Parameter("color", location, style, explode, false, false);
    assertEquals(expected, write(parameter, json));
  }

  @ParameterizedTest
  @CsvSource({"HEADER,'a\nb'", "COOKIE,a;b", "HEADER,' a'"})
  void refused(Parameter.Location location, String text) {
    Parameter parameter =
        new Parameter("color", location, Parameter.Style.SIMPLE, false, false, false);
    assertThrows(RequestException.class, () -> Styles.write(parameter, Json.NODES.textNode(text)));
  }

  @ParameterizedTest
  @CsvSource({"'{\"a b\":\"c+d\",\"x\":[1,2]}',a+b=c%2Bd&x=1&x=2", "'{\"a b\":null}',''"})
  void forms(String json, String expected) {
    List<Parameter> fields = List.of(Parameter.query("a b"));
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    assertEquals(expected, Styles.form(fields, Json.parse(text)));
  }
}
