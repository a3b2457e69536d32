package sdk

import (
	"fmt"
	"io"
	"log/slog"
)

// redacted is shown in place of a secret.
const redacted = "[redacted]"

// Secret is text that is never printed; [Secret.Expose] returns it.
type Secret struct {
	// A pointer, because package fmt prints an address if it cannot call the Format method.
	text *string
}

// NewSecret creates a secret.
func NewSecret(text string) Secret { return Secret{&text} }

// Expose returns the text.
func (s Secret) Expose() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Format prints a placeholder, for every verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, redacted) }

// String returns a placeholder.
func (s Secret) String() string { return redacted }

// GoString returns a placeholder.
func (s Secret) GoString() string { return redacted }

// LogValue returns a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns a placeholder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
