package sdk

import (
	"strconv"
	"strings"
	"time"
)

// Observer receives what a client notices in addition to responses. Functions may be nil; all are
// called while a response is awaited, from any goroutine, so none should take long.
type Observer struct {
	// Deprecated is called if an operation is deprecated or has a sunset.
	Deprecated func(Deprecation)
	// UnknownMembers receives members that the description does not define; pointers are JSON
	// Pointers (RFC 6901) to them.
	UnknownMembers func(operation string, pointers []string)
	// Retried is called before a request is sent again.
	Retried func(Retry)
}

// Retry is a request that is about to be sent again.
type Retry struct {
	// Operation is the operationId, or "the token endpoint".
	Operation string
	// Attempt is how often the request was sent so far.
	Attempt int
	// Status is the status of the last response; 0 if no response came.
	Status int
	// Wait is how long is waited before.
	Wait time.Duration
}

// Deprecation is what a response says about the end of its operation's life.
type Deprecation struct {
	// Operation is the operationId.
	Operation string
	// Deprecated is the Deprecation field (RFC 9745): since when it is deprecated, or from when on it
	// will be. Empty if it is absent.
	Deprecated string
	// Sunset is the Sunset field (RFC 8594): when it will stop responding.
	Sunset string
	// DeprecationLink is the target of the Link with the relation "deprecation".
	DeprecationLink string
	// SunsetLink is the target of the Link with the relation "sunset".
	SunsetLink string
}

// DeprecatedAt returns Deprecated as a time, if it is written as @ and seconds.
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

// findDeprecation returns what a response announces.
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

// endOfParameters finds the comma that ends a link's parameters: one that is not quoted.
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
