package wire

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"unicode"
)

// Part is one part of a multipart form (RFC 7578).
type Part struct {
	// Name is the name of the field.
	Name string
	// File is the file name; nil for a part that is not a file.
	File *string
	// MediaType is the media type; empty for none.
	MediaType string
	// Content is the content of the part.
	Content []byte
}

// TextParts returns the parts for a value as returned by [Parse]: an object as JSON, a list as one
// part per item, anything else as text; null is not sent.
func TextParts(name string, value any) []Part {
	items, ok := value.([]any)
	if !ok {
		items = []any{value}
	}
	var parts []Part
	for _, item := range items {
		part := Part{Name: name, Content: []byte(text(item, false))}
		switch item.(type) {
		case nil:
			continue
		case []any, Object:
			part.MediaType = "application/json"
		}
		parts = append(parts, part)
	}
	return parts
}

// Multipart returns the Content-Type with its boundary, and the body.
func Multipart(parts []Part) (string, []byte) {
	boundary := newBoundary(parts)
	var body bytes.Buffer
	for _, part := range parts {
		body.WriteString("--" + boundary + "\r\n")
		writeHead(&body, part)
		body.Write(part.Content)
		body.WriteString("\r\n")
	}
	body.WriteString("--" + boundary + "--\r\n")
	return "multipart/form-data; boundary=" + boundary, body.Bytes()
}

// newBoundary returns a random boundary that no part contains. It cannot be predicted, so no part
// can be crafted to contain it.
func newBoundary(parts []Part) string {
	for {
		var random [16]byte
		_, _ = rand.Read(random[:]) // It never fails.
		boundary := "form-" + hex.EncodeToString(random[:])
		contained := false
		for _, part := range parts {
			contained = contained || bytes.Contains(part.Content, []byte(boundary))
		}
		if !contained {
			return boundary
		}
	}
}

func writeHead(body *bytes.Buffer, part Part) {
	body.WriteString(`Content-Disposition: form-data; name="` + escapeName(part.Name) + `"`)
	if part.File != nil {
		body.WriteString(`; filename="` + escapeName(*part.File) + `"`)
	}
	body.WriteString("\r\n")
	if part.MediaType != "" {
		body.WriteString("Content-Type: " + withoutControls(part.MediaType) + "\r\n")
	}
	body.WriteString("\r\n")
}

// escapeName escapes a name like browsers (WHATWG HTML, "multipart/form-data encoding algorithm").
func escapeName(name string) string {
	return strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace(name)
}

func withoutControls(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsControl(char) {
			return -1
		}
		return char
	}, text)
}
