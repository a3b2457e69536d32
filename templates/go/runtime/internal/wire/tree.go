package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Object is a JSON object that keeps the order of its properties.
type Object []Member

// Member is a property of an object.
type Member struct {
	// Name is the name of the property.
	Name string
	// Value is nil, a bool, a json.Number, a string, a []any or an [Object].
	Value any
}

// deepest is the maximum nesting depth of a value.
const deepest = 512

// Parse decodes JSON into nil, a bool, a json.Number, a string, a []any or an [Object].
func Parse(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return parse(decoder, 0)
}

func parse(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > deepest {
		return nil, fmt.Errorf("a value cannot nest deeper than %d", deepest)
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			item, err := parse(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err = decoder.Token()
		return list, err
	case json.Delim('{'):
		object := Object{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := parse(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			object = append(object, Member{text, value})
		}
		_, err = decoder.Token()
		return object, err
	default:
		return token, nil
	}
}

// text returns the text of a value; null, lists and objects are written as JSON.
func text(value any, asJSON bool) string {
	if plain, ok := value.(string); ok && !asJSON {
		return plain
	}
	var out bytes.Buffer
	encode(&out, value)
	return out.String()
}

func encode(out *bytes.Buffer, value any) {
	switch value := value.(type) {
	case []any:
		out.WriteByte('[')
		for index, item := range value {
			if index > 0 {
				out.WriteByte(',')
			}
			encode(out, item)
		}
		out.WriteByte(']')
	case Object:
		out.WriteByte('{')
		for index, member := range value {
			if index > 0 {
				out.WriteByte(',')
			}
			out.Write(AppendString(nil, member.Name))
			out.WriteByte(':')
			encode(out, member.Value)
		}
		out.WriteByte('}')
	case string:
		out.Write(AppendString(nil, value))
	case nil:
		out.WriteString("null")
	default:
		fmt.Fprint(out, value)
	}
}

// AppendString appends text as a JSON string, with only the escapes that JSON requires (RFC 8259
// §7).
func AppendString(out []byte, text string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for index := range len(text) {
		char := text[index]
		switch {
		case char == '"' || char == '\\':
			out = append(out, '\\', char)
		case char >= ' ':
			out = append(out, char)
		case '\b' <= char && char <= '\r' && char != '\v':
			out = append(out, '\\', "btn_fr"[char-'\b'])
		default:
			out = append(out, '\\', 'u', '0', '0', digits[char>>4], digits[char&15])
		}
	}
	return append(out, '"')
}
