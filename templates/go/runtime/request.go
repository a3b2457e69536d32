package sdk

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"time"

	"sdk/internal/wire"
)

// request is a call that is being built. The first error is kept and returned when the call is
// sent.
type request struct {
	operation *operation
	// texts are the texts of the parameters, by their index in the operation.
	texts []string
	// given is which parameters have a value, because the value of a header field may be empty.
	given []bool
	// shared are the values of parameters that the client otherwise sets for all calls.
	shared    []sharedValue
	mediaType string
	body      []byte
	hasBody   bool
	// source is a streamed body; body is then empty.
	source     *source
	timeout    time.Duration
	idempotent bool
	extra      [][2]string
	// callTimeout and retry replace those of the client, if they are not nil.
	callTimeout *time.Duration
	retry       *RetryPolicy
	// key is the idempotency key of the caller, and isKeyed whether the body has it, or another one that
	// the client has made.
	key     *string
	isKeyed bool
	// query is added to the query.
	query [][2]string
	raw   *RawResponse
	// open is where the body of a response of bytes is stored unread; nil if it is read.
	open  *io.ReadCloser
	fault error
	// needsBody is whether the request must not be sent without a body.
	needsBody bool
	// target is the address to send to, if a previous response has supplied it.
	target string
	// untypedPath is the path of a request that the description does not define.
	untypedPath string
}

// newRequest creates a call without parameters and without a body.
func newRequest(operation *operation) *request {
	return &request{
		operation:  operation,
		texts:      make([]string, len(operation.parameters)),
		given:      make([]bool, len(operation.parameters)),
		idempotent: operation.idempotent,
	}
}

// setPath sets a parameter in the path.
func (r *request) setPath(name string, value any) { r.setParameter(wire.Path, name, value) }

// setQuery sets a parameter in the query, unless its value is absent.
func (r *request) setQuery(name string, value any) { r.setParameter(wire.Query, name, value) }

// setHeader sets a header field, unless its value is absent.
func (r *request) setHeader(name string, value any) { r.setParameter(wire.Header, name, value) }

// setCookie sets a cookie, unless its value is absent.
func (r *request) setCookie(name string, value any) { r.setParameter(wire.Cookie, name, value) }

// setParameter sets a parameter that is not shared, unless its value is absent.
func (r *request) setParameter(place wire.Location, name string, value any) {
	if maybe, ok := value.(optional); ok && (maybe.IsZero() || maybe.IsNull()) {
		return
	}
	for index := range r.operation.parameters {
		parameter := &r.operation.parameters[index]
		if parameter.In == place && parameter.Name == name {
			r.set(index, value)
			return
		}
	}
	r.fail(fmt.Errorf("the operation has no parameter %q", name))
}

// set sets the parameter with an index.
func (r *request) set(index int, value any) {
	parameter := &r.operation.parameters[index]
	r.given[index] = true
	tree, err := treeOf(value)
	if err == nil {
		r.texts[index], err = wire.Write(parameter, tree)
	}
	if err != nil {
		r.fail(fmt.Errorf("the parameter %q: %w", parameter.Name, err))
	}
}

// setJSON sets the body to JSON.
func (r *request) setJSON(mediaType string, body any) {
	text, err := encodeJSON(body)
	if err != nil {
		r.fail(fmt.Errorf("the body: %w", err))
	}
	r.setBytes(mediaType, text)
}

// setForm sets the body to a form.
func (r *request) setForm(mediaType string, body any) {
	tree, err := treeOf(body)
	var text string
	if err == nil {
		text, err = wire.WriteForm(r.operation.form, tree)
	}
	if err != nil {
		r.fail(fmt.Errorf("the form: %w", err))
	}
	r.setBytes(mediaType, []byte(text))
}

// setMultipart sets the body to a multipart form.
func (r *request) setMultipart(body any) {
	parts, err := partsOf(body)
	if err != nil {
		r.fail(fmt.Errorf("the form: %w", err))
	}
	mediaType, form := wire.Multipart(parts)
	if whole, ok := form.(*bytes.Buffer); ok {
		r.setBytes(mediaType, whole.Bytes())
		return
	}
	r.setReader(mediaType, form)
}

// setText sets the body to text.
func (r *request) setText(mediaType, body string) { r.setBytes(mediaType, []byte(body)) }

// setBytes sets the body to bytes.
func (r *request) setBytes(mediaType string, body []byte) {
	r.mediaType, r.body, r.source, r.hasBody = mediaType, body, nil, true
}

// needBody makes the request fail unless its body is set, by an option at the latest.
func (r *request) needBody() { r.needsBody = true }

// fail keeps the first error.
func (r *request) fail(err error) {
	if r.fault == nil {
		r.fault = err
	}
}

// partsOf returns the parts of a form: files as they are, everything else as text or JSON.
func partsOf(body any) ([]wire.Part, error) {
	v := reflect.Indirect(reflect.ValueOf(body))
	made := planOf(v.Type())
	var parts []wire.Part
	for _, one := range made.fields {
		value := v.Field(one.index).Interface()
		if maybe, ok := value.(optional); ok {
			held := reflect.ValueOf(maybe.held())
			if held.IsNil() {
				continue
			}
			value = held.Elem().Interface()
		}
		more, err := partsOfValue(one.name, value)
		if err != nil {
			return nil, at(one.name, err)
		}
		parts = append(parts, more...)
	}
	if made.rest == nil || made.rest.typed {
		return parts, nil
	}
	rest := v.Field(made.rest.index)
	for _, name := range sortedKeys(rest) {
		more, err := partsOfValue(name, rest.MapIndex(reflect.ValueOf(name)).Interface())
		if err != nil {
			return nil, at(name, err)
		}
		parts = append(parts, more...)
	}
	return parts, nil
}

var fileType = reflect.TypeFor[File]()

func partsOfValue(name string, value any) ([]wire.Part, error) {
	v := reflect.ValueOf(value)
	if file, ok := value.(File); ok {
		return []wire.Part{partOf(name, file)}, nil
	}
	if v.Kind() == reflect.Slice && v.Type().Elem() == fileType {
		var parts []wire.Part
		for index := range v.Len() {
			parts = append(parts, partOf(name, v.Index(index).Interface().(File)))
		}
		return parts, nil
	}
	tree, err := treeOf(value)
	return wire.TextParts(name, tree), err
}

// partOf returns a file as a part. If it has no name, it is named "file", because receivers
// recognize a file by having a name.
func partOf(name string, file File) wire.Part {
	part := wire.Part{
		Name: name, File: &file.Name, MediaType: file.MediaType, Content: file.Content, Reader: file.Reader,
	}
	if file.Name == "" {
		unnamed := "file"
		part.File = &unnamed
	}
	if part.MediaType == "" {
		part.MediaType = "application/octet-stream"
	}
	return part
}
