package wire

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io"
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
	// Reader has the content instead; nil for none.
	Reader io.Reader
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

// Multipart returns the Content-Type with its boundary, and the body. The body is a [bytes.Buffer]
// unless a part has a reader, which is read when everything before it is.
func Multipart(parts []Part) (string, io.Reader) {
	boundary := newBoundary(parts)
	var readers []io.Reader
	body := new(bytes.Buffer)
	for _, part := range parts {
		body.WriteString("--" + boundary + "\r\n")
		writeHead(body, part)
		if part.Reader == nil {
			body.Write(part.Content)
		} else {
			readers = append(readers, body, part.Reader)
			body = new(bytes.Buffer)
		}
		body.WriteString("\r\n")
	}
	body.WriteString("--" + boundary + "--\r\n")
	mediaType := "multipart/form-data; boundary=" + boundary
	if readers == nil {
		return mediaType, body
	}
	return mediaType, io.MultiReader(append(readers, body)...)
}

// newBoundary returns a random boundary that no part contains. It cannot be predicted, so no part
// can be crafted to contain it. Readers are not searched, because they can be read only once.
func newBoundary(parts []Part) string {
	for {
		boundary := RandomBoundary("form-")
		contained := false
		for _, part := range parts {
			contained = contained || bytes.Contains(part.Content, []byte(boundary))
		}
		if !contained {
			return boundary
		}
	}
}

// RandomBoundary returns a boundary that cannot be predicted.
func RandomBoundary(prefix string) string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // It never fails.
	return prefix + hex.EncodeToString(random[:])
}

func writeHead(body *bytes.Buffer, part Part) {
	body.WriteString(`Content-Disposition: form-data; name="` + escapeName(part.Name) + `"`)
	if part.File != nil {
		body.WriteString(`; filename="` + escapeName(*part.File) + `"`)
	}
	body.WriteString("\r\n")
	if part.MediaType != "" {
		body.WriteString("Content-Type: " + WithoutControls(part.MediaType) + "\r\n")
	}
	body.WriteString("\r\n")
}

// escapeName escapes a name like browsers (WHATWG HTML, "multipart/form-data encoding algorithm").
func escapeName(name string) string {
	return strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace(name)
}

// WithoutControls returns a text without control characters, so that it stays in its line.
func WithoutControls(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsControl(char) {
			return -1
		}
		return char
	}, text)
}
