package sdk

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// largestBody is the size above which a body is not searched for a message, in bytes.
	largestBody = 64 << 10
	// longestPart, longestName and longestText are in characters.
	longestPart = 300
	longestName = 100
	longestText = 1000

	mostErrors     = 5
	shortestSecret = 4
)

// requestIDs are the header fields that identify a request.
var requestIDs = []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"}

// gaps matches white space, control characters, and characters that are invisible or change the
// text direction.
var gaps = regexp.MustCompile(`[\x{0}-\x{20}\x{7f}-\x{a0}\x{ad}\x{61c}\x{115f}\x{1160}\x{180e}` +
	`\x{200b}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{feff}\x{ffa0}` +
	`\x{fff9}-\x{fffb}\x{e0000}-\x{e0fff}]+`)

// messages is where error bodies have their message, as JSON Pointers (RFC 6901).
type messages struct {
	// named are the texts that schemas mark as the message. If one is found, the other texts are
	// ignored.
	named []string
	// texts make up the message, in this order.
	texts []string
	lists []errorList
}

// errorList is a list of errors, with the location and the text within an item.
type errorList struct{ list, place, text string }

// messageWriter builds the messages for one call.
type messageWriter struct {
	operation string
	messages  *messages
	// secrets are the secrets that no message may show.
	secrets []string
}

// write returns the message for an error response.
func (t *messageWriter) write(raw *RawResponse, declared bool) string {
	text := fmt.Sprintf("%s: the service answered with status %d", t.operation, raw.Status)
	if !declared {
		if media := t.show(raw.Header.Get("Content-Type"), longestName); media != "" {
			text += " (" + media + ")"
		}
		text += ", which the description does not declare"
	}
	if shown := t.bodyText(raw); shown != "" {
		text += ": " + shown
	}
	return text + t.requestID(raw)
}

// requestID returns the ID of the request in parentheses, after a space; empty for none.
func (t *messageWriter) requestID(raw *RawResponse) string {
	for _, name := range requestIDs {
		if id := t.show(raw.Header.Get(name), longestName); id != "" {
			return " (request " + id + ")"
		}
	}
	return ""
}

func (t *messageWriter) bodyText(raw *RawResponse) string {
	if raw.Status < http.StatusBadRequest || len(raw.Body) > largestBody {
		return ""
	}
	decoder := json.NewDecoder(bytes.NewReader(raw.Body))
	decoder.UseNumber()
	var body map[string]any
	if decoder.Decode(&body) != nil {
		return ""
	}
	if _, err := decoder.Token(); err != io.EOF {
		return ""
	}
	texts := t.texts(t.messages.named, body)
	if len(texts) == 0 {
		texts = t.texts(t.messages.texts, body)
	}
	var failures []string
	for _, list := range t.messages.lists {
		for _, failure := range t.errors(list, body) {
			failures = appendNew(failures, failure)
		}
	}
	if more := len(failures) - mostErrors; more > 0 {
		failures = append(failures[:mostErrors], fmt.Sprintf("and %d more", more))
	}
	text, places := strings.Join(texts, ": "), strings.Join(failures, "; ")
	if text != "" && places != "" {
		places = " [" + places + "]"
	}
	return cut(text+places, longestText)
}

func (t *messageWriter) texts(pointers []string, body any) []string {
	var texts []string
	for _, pointer := range pointers {
		texts = appendNew(texts, t.show(member(body, pointer), longestPart))
	}
	return texts
}

func (t *messageWriter) errors(list errorList, body any) []string {
	items, _ := member(body, list.list).([]any)
	var failures []string
	for _, item := range items {
		text := t.show(member(item, list.text), longestPart)
		if text == "" {
			continue
		}
		if list.place != "" {
			if place := t.show(placeOf(member(item, list.place)), longestName); place != "" {
				text = place + ": " + text
			}
		}
		failures = append(failures, text)
	}
	return failures
}

// show returns a text shortened and without secrets; empty if the value is not a string.
func (t *messageWriter) show(value any, longest int) string {
	text, _ := value.(string)
	text = clean(text)
	for _, secret := range t.secrets {
		if len(secret) >= shortestSecret {
			text = strings.ReplaceAll(text, secret, "[redacted]")
		}
	}
	return cut(text, longest)
}

// clean replaces each run of white space and invisible characters by a space.
func clean(text string) string {
	return strings.Trim(gaps.ReplaceAllString(text, " "), " ")
}

// quoted cleans and shortens a quoted text.
func quoted(text string) string { return cut(clean(text), longestPart) }

func cut(text string, longest int) string {
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	return string([]rune(text)[:longest-1]) + "…"
}

// appendNew adds a text unless it is empty or already present.
func appendNew(texts []string, text string) []string {
	if text == "" || slices.Contains(texts, text) {
		return texts
	}
	return append(texts, text)
}

// placeOf returns a location: a text, or a list of names and indices.
func placeOf(place any) any {
	list, ok := place.([]any)
	if !ok {
		return place
	}
	var steps []string
	for _, step := range list {
		switch step := step.(type) {
		case string:
			steps = append(steps, step)
		case json.Number:
			if !isDigits(step.String()) {
				return nil
			}
			steps = append(steps, step.String())
		default:
			return nil
		}
	}
	return strings.Join(steps, ".")
}

// member follows a pointer through objects only.
func member(value any, pointer string) any {
	for _, name := range strings.Split(pointer, "/")[1:] {
		members, _ := value.(map[string]any)
		value = members[strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")]
	}
	return value
}

// secretsOf returns the secrets that were sent, in each form that would reveal them, longest first.
func secretsOf(grants []*grant) []string {
	var secrets []string
	for _, one := range grants {
		sent := one.sent.Expose()
		secrets = append(secrets, sent)
		if one.scheme.in == inBasic || strings.TrimSpace(one.scheme.prefix) == "Basic" {
			pair, _ := base64.StdEncoding.DecodeString(sent)
			_, password, _ := strings.Cut(string(pair), ":")
			secrets = append(secrets, password)
		}
	}
	slices.SortFunc(secrets, func(one, other string) int { return len(other) - len(one) })
	return secrets
}
