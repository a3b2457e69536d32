package sdk

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// answer is what an operation returned.
type answer struct {
	// value is a pointer to the typed body; nil if the response has no typed body.
	value any
	// slot is the index of its type among the result types of the operation.
	slot int
	// raw is the response as received.
	raw *RawResponse
}

// read decodes a response.
func (c *core) read(ctx context.Context, from *called, raw *RawResponse) (*answer, error) {
	operation, t := from.operation, from.writer
	response := declared(operation, raw.Status)
	if response == nil {
		return nil, &UndeclaredError{operation.id, raw, t.write(raw, false)}
	}
	var made answer
	if len(response.contents) > 0 {
		content := findContent(response.contents, raw.Header.Get("Content-Type"))
		if content == nil {
			return nil, &UndeclaredError{operation.id, raw, t.write(raw, false)}
		}
		var value any
		var err error
		if raw.stream != nil && content.kind == streamContent {
			value = c.openStream(ctx, from, content, raw)
		} else {
			value, err = c.readBody(operation, content, raw)
		}
		if err != nil {
			return nil, err
		}
		made = answer{value: value, slot: content.slot}
	}
	if response.gives(raw.Status) {
		made.raw = raw
		return &made, nil
	}
	return nil, response.fail(&APIError{operation.id, raw.Status, raw, made.value, t.write(raw, true)})
}

// gives reports whether a response with a status returns a value.
func (r *response) gives(status int) bool {
	return r.success && (r.fail == nil || status/100 == 2)
}

// streamsOf returns a function that reports which responses of an operation are streams, or nil if
// there are no streams.
func streamsOf(operation *operation) func(status int, mediaType string) bool {
	isStream := func(one content) bool { return one.kind == streamContent }
	hasStreams := func(one response) bool { return slices.ContainsFunc(one.contents, isStream) }
	if !slices.ContainsFunc(operation.responses, hasStreams) {
		return nil
	}
	return func(status int, mediaType string) bool {
		return kindOf(operation, status, mediaType) == streamContent
	}
}

// kindOf returns the kind of content of a successful response; noContent if it has none.
func kindOf(operation *operation, status int, mediaType string) contentKind {
	response := declared(operation, status)
	if response == nil || len(response.contents) == 0 || !response.gives(status) {
		return noContent
	}
	if content := findContent(response.contents, mediaType); content != nil {
		return content.kind
	}
	return noContent
}

// declared returns the response that is declared for a status. The exact status takes precedence
// over its range, and that over default.
func declared(operation *operation, status int) *response {
	exact := strconv.Itoa(status)
	for _, wanted := range []string{exact, exact[:1] + "XX", "default"} {
		for index := range operation.responses {
			if strings.EqualFold(operation.responses[index].status, wanted) {
				return &operation.responses[index]
			}
		}
	}
	return nil
}

func (c *core) readBody(operation *operation, content *content, raw *RawResponse) (any, error) {
	switch content.kind {
	case bytesContent:
		return &raw.Body, nil
	case textContent:
		text := string(raw.Body)
		if !utf8.ValidString(text) {
			fault := &DecodeError{"", "text", "bytes that are not UTF-8"}
			return nil, &UnreadableError{operation.id, fault, raw}
		}
		return &text, nil
	}
	target := reflect.New(reflect.TypeOf(content.target).Elem())
	unknown, err := decodeJSON(raw.Body, target.Interface())
	if fault, ok := errorAs[*DecodeError](err); ok {
		return nil, &UnreadableError{operation.id, fault, raw}
	}
	if err != nil {
		return nil, err
	}
	if notify := c.observer.UnknownMembers; notify != nil && len(unknown) > 0 {
		notify(operation.id, unknown)
	}
	return target.Interface(), nil
}

// pointerTo returns the value of a response whose type is a struct.
func pointerTo[T any](made *answer, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	value, _ := made.value.(*T)
	return value, nil
}

// valueOf returns the value of a response.
func valueOf[T any](made *answer, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if value, ok := made.value.(*T); ok {
		return *value, nil
	}
	return none, nil
}

// oneOf returns a struct in which the field for the type of the response is set.
func oneOf[T any](made *answer, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	result := new(T)
	if made.value != nil {
		reflect.ValueOf(result).Elem().Field(made.slot).Set(reflect.ValueOf(made.value))
	}
	return result, nil
}

// nothingOf returns the error of an operation that returns no value.
func nothingOf(_ *answer, err error) error { return err }
