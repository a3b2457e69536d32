package sdk

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
)

// RawResponse is a response as received. Printing it shows only the size of the body, because it
// can contain secrets, such as tokens.
type RawResponse struct {
	// Status is the status.
	Status int
	// Header is the header fields.
	Header http.Header
	// Body is the body. It is empty for a stream, whose items are read one by one.
	Body []byte
	// stream is the body of a stream that is still open.
	stream *openBody
}

// Text returns the body as text; bytes that are not UTF-8 are replaced by U+FFFD.
func (r *RawResponse) Text() string { return strings.ToValidUTF8(string(r.Body), "\uFFFD") }

// JSON decodes the body into the value that a pointer leads to.
func (r *RawResponse) JSON(into any) error { return json.Unmarshal(r.Body, into) }

// Format prints the status and the size, for every verb.
func (r RawResponse) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, r.String()) }

// String returns the status and the size.
func (r RawResponse) String() string {
	return fmt.Sprintf("status %d with %d bytes", r.Status, len(r.Body))
}

// LogValue returns the status and the size.
func (r RawResponse) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("status", r.Status), slog.Int("bytes", len(r.Body)))
}
