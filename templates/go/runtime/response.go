package sdk

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// RawResponse is a response as received. A body can have secrets in it, as that of a token has, so
// printing shows only its size.
type RawResponse struct {
	// Status is the status.
	Status int
	// Header is the header fields.
	Header http.Header
	// Body is the body; nothing of a stream, whose items are read one by one.
	Body []byte
	// stream is the body of a stream that is still open.
	stream *openBody
}

// Format shows the status and the size, whatever the verb.
func (r RawResponse) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, r.String()) }

// String shows the status and the size.
func (r RawResponse) String() string {
	return fmt.Sprintf("status %d with %d bytes", r.Status, len(r.Body))
}

// LogValue shows the status and the size.
func (r RawResponse) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("status", r.Status), slog.Int("bytes", len(r.Body)))
}
