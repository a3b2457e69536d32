package sdk

import (
	"fmt"
	"io"
	"log/slog"
)

// redacted is what is shown in place of a secret.
const redacted = "[redacted]"

// Secret is text that is never printed: only [Secret.Expose] gives it.
type Secret struct {
	// A pointer: where package fmt cannot ask the type how to print it, it shows an address.
	text *string
}

// NewSecret keeps a text secret.
func NewSecret(text string) Secret { return Secret{&text} }

// Expose returns the text.
func (s Secret) Expose() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Format shows nothing of it, whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, redacted) }

// String shows nothing of it.
func (s Secret) String() string { return redacted }

// GoString shows nothing of it.
func (s Secret) GoString() string { return redacted }

// LogValue shows nothing of it.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText shows nothing of it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
