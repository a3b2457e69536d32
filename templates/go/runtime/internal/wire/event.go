package wire

import (
	"strconv"
	"strings"
	"time"
)

// Event is an event of a stream as it is sent (HTML §9.2).
type Event struct {
	// Type is "message" or empty for none.
	Type string
	// ID is the last event ID; empty for none.
	ID string
	// Retry is the reconnection time; nil for none.
	Retry *time.Duration
	// Data is the data of the event.
	Data string
}

// Write returns the encoded event. Text after a line break in the type or the ID is left out.
func (e Event) Write() []byte {
	var text strings.Builder
	field := func(name, value string) {
		text.WriteString(name + ": " + value + "\n")
	}
	if e.Type != "" && e.Type != "message" {
		field("event", firstLine(e.Type))
	}
	if e.ID != "" {
		field("id", firstLine(e.ID))
	}
	if e.Retry != nil {
		field("retry", strconv.FormatInt(e.Retry.Milliseconds(), 10))
	}
	// CR LF, CR and LF are each one line break (HTML §9.2.5).
	data := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(e.Data)
	for line := range strings.SplitSeq(data, "\n") {
		field("data", line)
	}
	text.WriteString("\n")
	return []byte(text.String())
}

func firstLine(text string) string {
	if at := strings.IndexAny(text, "\r\n\x00"); at >= 0 {
		return text[:at]
	}
	return text
}
