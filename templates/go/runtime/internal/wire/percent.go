package wire

import (
	"fmt"
	"strings"
	"unicode"
)

// escape is what becomes of the characters that cannot appear in a place as they are.
type escape struct {
	// refuse says that they are refused, and which besides control characters: header fields and
	// cookies know no escapes.
	refuse bool
	also   string
	// reserved says that reserved characters (RFC 3986 §2.2) stay.
	reserved bool
	// form says that a space is written as +.
	form bool
}

// Of the reserved characters, &, + and # would end the value or change it, and URL parsers escape a
// quote in a query themselves.
const reservedKept = ":/?[]@!$()*,;="

func escapeOf(p *Parameter) escape {
	switch p.In {
	case Query:
		return escape{reserved: p.Reserved}
	case Header:
		return escape{refuse: true}
	case Cookie:
		return escape{refuse: true, also: ";"}
	default:
		return escape{}
	}
}

// push writes text, which must not be taken for any of the delimiters.
func (e escape) push(out *strings.Builder, text, delimiters string) error {
	if e.refuse {
		if err := refuse(text, e.also+delimiters); err != nil {
			return err
		}
		out.WriteString(text)
		return nil
	}
	// A reader cannot distinguish them from the delimiters %20 and %7C.
	if delimiters == " " && strings.Contains(text, " ") {
		return refusal(text, "a space")
	}
	if delimiters == "|" && strings.Contains(text, "|") {
		return refusal(text, "`|`")
	}
	keep := ""
	if e.reserved {
		keep = reservedKept
	}
	pushEncoded(out, text, keep, delimiters, e.form)
	return nil
}

// pushName writes a name, in which no reserved character stays.
func (e escape) pushName(out *strings.Builder, name, delimiters string) error {
	if e.refuse && strings.Contains(name, "=") {
		return refusal(name, "`=` in a name")
	}
	e.reserved = false
	return e.push(out, name, delimiters)
}

func pushEncoded(out *strings.Builder, text, keep, delimiters string, form bool) {
	for index := range len(text) {
		char := text[index]
		plain := isUnreserved(char) || strings.IndexByte(keep, char) >= 0
		switch {
		case plain && strings.IndexByte(delimiters, char) < 0:
			out.WriteByte(char)
		case char == ' ' && form:
			out.WriteByte('+')
		default:
			pushByte(out, char)
		}
	}
}

func pushByte(out *strings.Builder, char byte) {
	const digits = "0123456789ABCDEF"
	out.WriteByte('%')
	out.WriteByte(digits[char>>4])
	out.WriteByte(digits[char&15])
}

func isUnreserved(char byte) bool {
	return 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' || '0' <= char && char <= '9' ||
		strings.IndexByte("-._~", char) >= 0
}

func refuse(text, delimiters string) error {
	switch {
	case strings.ContainsFunc(text, unicode.IsControl):
		return refusal(text, "a control character")
	case strings.ContainsAny(text, delimiters):
		return refusal(text, "a delimiter")
	case strings.HasPrefix(text, " ") || strings.HasSuffix(text, " "):
		return refusal(text, "a space at its beginning or end")
	default:
		return nil
	}
}

func refusal(text, what string) error {
	return fmt.Errorf("%q has %s, which cannot be sent here", text, what)
}

// EncodeFormPair returns name=value as a field of a form (application/x-www-form-urlencoded).
func EncodeFormPair(name, value string) string {
	var out strings.Builder
	pushEncoded(&out, name, "", "", true)
	out.WriteByte('=')
	pushEncoded(&out, value, "", "", true)
	return out.String()
}

// EscapePath writes the text of a path template that stands outside of its variables: what cannot
// appear in a path is percent-encoded, and what is so already is left alone.
func EscapePath(text string) string {
	const kept = "/%!$&'()*+,;=:@"
	var out strings.Builder
	for index := range len(text) {
		if char := text[index]; isUnreserved(char) || strings.IndexByte(kept, char) >= 0 {
			out.WriteByte(char)
		} else {
			pushByte(&out, char)
		}
	}
	return out.String()
}
