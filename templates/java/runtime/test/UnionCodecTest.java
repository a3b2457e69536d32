package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests unions whose members are distinguished by the shape of the value. */
class UnionCodecTest {
  private sealed interface Contact permits Phone, Mail {}

  private record Phone(String phone, Map<String, JsonNode> unknown) implements Contact {
    static final Codec<Phone> CODEC =
        Codec.object(
            in -> new Phone(in.required(Codecs.STRING, "phone"), in.unknown()),
            (value, out) -> out.rest(Codecs.ANY, value.unknown));
  }

  private record Mail(String mail, Map<String, JsonNode> unknown) implements Contact {
    static final Codec<Mail> CODEC =
        Codec.object(
            in -> new Mail(in.required(Codecs.STRING, "mail"), in.unknown()),
            (value, out) -> out.rest(Codecs.ANY, value.unknown));
  }

  private static final Codec<Contact> CODEC =
      UnionCodec.of(
          union -> {
            union.member(Guard.of(Guard.Kind.OBJECT), Phone.CODEC, Phone.class);
            union.member(Guard.of(Guard.Kind.OBJECT), Mail.CODEC, Mail.class);
          });

  @Test
  void unknownPropertiesHaveTheirLocation() {
    byte[] text =
        "[{\"phone\":\"1\",\"a\":2},{\"mail\":\"m\",\"b\":3}]".getBytes(StandardCharsets.UTF_8);
    Decoder decoder = new Decoder();
    List<Contact> read = Codecs.list(CODEC).read(Json.parse(text), decoder);
    assertEquals(2, read.size());
    assertEquals(List.of("/0/a", "/1/b"), decoder.unknown());
  }
}
