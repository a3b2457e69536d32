package sdk

import (
	"strconv"
	"strings"
	"time"
)

// Observer receives events other than responses. Functions may be nil. They are called while a
// response is awaited, from any goroutine, so they should return quickly.
type Observer struct {
	// Deprecated is called if a response announces that the operation is deprecated or will be
	// removed.
	Deprecated func(Deprecation)
	// UnknownMembers is called if a response has properties that the description does not define. The
	// pointers are their JSON Pointers (RFC 6901).
	UnknownMembers func(operation string, pointers []string)
	// Retried is called before a request is retried.
	Retried func(Retry)
}

// Retry is a request that is about to be retried.
type Retry struct {
	// Operation is the operationId, or "the token endpoint".
	Operation string
	// Attempt is the number of attempts so far.
	Attempt int
	// Status is the status of the last response; 0 if no response came.
	Status int
	// Wait is the delay before the next attempt.
	Wait time.Duration
}

// Deprecation is the deprecation of an operation, as announced by a response.
type Deprecation struct {
	// Operation is the operationId.
	Operation string
	// Deprecated is the Deprecation field (RFC 9745): the date since which, or from which, it is
	// deprecated. Empty if it is absent.
	Deprecated string
	// Sunset is the Sunset field (RFC 8594): the date after which it will stop responding.
	Sunset string
	// DeprecationLink is the target of the Link with the relation "deprecation".
	DeprecationLink string
	// SunsetLink is the target of the Link with the relation "sunset".
	SunsetLink string
}

// DeprecatedAt returns Deprecated as a time, if it has the form @ and seconds.
func (d Deprecation) DeprecatedAt() (time.Time, bool) {
	const longest = 253402300799 // The end of the year 9999.
	text, ok := strings.CutPrefix(strings.TrimSpace(d.Deprecated), "@")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil || seconds > longest || seconds < -longest {
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).UTC(), true
}

// SunsetAt returns Sunset as a time, if it is an IMF-fixdate.
func (d Deprecation) SunsetAt() (time.Time, bool) { return httpDate(strings.TrimSpace(d.Sunset)) }

// findDeprecation returns the deprecation that a response announces, if any.
func findDeprecation(operation string, raw *RawResponse) (Deprecation, bool) {
	found := Deprecation{
		Operation:       operation,
		Deprecated:      raw.Header.Get("Deprecation"),
		Sunset:          raw.Header.Get("Sunset"),
		DeprecationLink: link(raw, "deprecation"),
		SunsetLink:      link(raw, "sunset"),
	}
	return found, found != Deprecation{Operation: operation}
}

// link returns the target of the first Link with a relation (RFC 8288 §3).
func link(raw *RawResponse, relation string) string {
	for _, field := range raw.Header.Values("Link") {
		if target, ok := linkIn(field, relation); ok {
			return target
		}
	}
	return ""
}

func linkIn(field, relation string) (string, bool) {
	for {
		_, rest, ok := strings.Cut(field, "<")
		target, rest, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			return "", false
		}
		end := endOfParameters(rest)
		for parameter := range strings.SplitSeq(rest[:end], ";") {
			if hasRelation(parameter, relation) {
				return target, true
			}
		}
		field = rest[end:]
	}
}

// endOfParameters returns the position of the comma that ends the parameters of a link; a quoted
// comma does not.
func endOfParameters(text string) int {
	quoted := false
	for index := range len(text) {
		switch {
		case text[index] == '"':
			quoted = !quoted
		case text[index] == ',' && !quoted:
			return index
		}
	}
	return len(text)
}

func hasRelation(parameter, relation string) bool {
	name, value, ok := strings.Cut(parameter, "=")
	if !ok || !strings.EqualFold(strings.TrimSpace(name), "rel") {
		return false
	}
	for one := range strings.FieldsSeq(strings.Trim(strings.TrimSpace(value), `"`)) {
		if strings.EqualFold(one, relation) {
			return true
		}
	}
	return false
}
