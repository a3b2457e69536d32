package wire

import (
	"fmt"
	"strings"
	"unicode"
)

// escape is how characters are handled that are not allowed in a location.
type escape struct {
	// refuse is whether control characters and those in also are rejected, because header fields
	// and cookies have no escapes.
	refuse bool
	also   string
	// reserved is whether reserved characters (RFC 3986 §2.2) are left as they are.
	reserved bool
	// form is whether a space is written as +.
	form bool
}

// reservedKept are the reserved characters that are kept. &, + and # would end or change the value,
// and URL parsers escape a quote in a query themselves.
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

// push writes text so that none of it can be mistaken for the delimiters.
func (e escape) push(out *strings.Builder, text, delimiters string) error {
	if e.refuse {
		if err := refuse(text, e.also+delimiters); err != nil {
			return err
		}
		out.WriteString(text)
		return nil
	}
	// A reader could not distinguish them from the delimiters %20 and %7C.
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

// pushName writes a name; all reserved characters are escaped.
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

// EncodeQueryPair returns name=value for a query, with all but the unreserved characters escaped.
func EncodeQueryPair(name, value string) string {
	var out strings.Builder
	pushEncoded(&out, name, "", "", false)
	out.WriteByte('=')
	pushEncoded(&out, value, "", "", false)
	return out.String()
}

// EncodeFormPair returns name=value as a field of a form (application/x-www-form-urlencoded).
func EncodeFormPair(name, value string) string {
	var out strings.Builder
	pushEncoded(&out, name, "", "", true)
	out.WriteByte('=')
	pushEncoded(&out, value, "", "", true)
	return out.String()
}

// EscapePath percent-encodes the literal text of a path template; text that is already
// percent-encoded is left unchanged.
func EscapePath(text string) string {
	const kept = "/%!$&'()*+,;=:@"
	var out strings.Builder
	pushEncoded(&out, text, kept, "", false)
	return out.String()
}

// EscapeWholePath percent-encodes the characters that no path can have. Text that is already
// percent-encoded is left unchanged; a % that begins no escape is encoded.
func EscapeWholePath(path string) string {
	var out strings.Builder
	parts := strings.Split(path, "%")
	out.WriteString(EscapePath(parts[0]))
	for _, part := range parts[1:] {
		if len(part) >= 2 && isHex(part[0]) && isHex(part[1]) {
			out.WriteByte('%')
		} else {
			pushByte(&out, '%')
		}
		out.WriteString(EscapePath(part))
	}
	return out.String()
}

func isHex(char byte) bool {
	return '0' <= char && char <= '9' || 'a' <= char && char <= 'f' || 'A' <= char && char <= 'F'
}
