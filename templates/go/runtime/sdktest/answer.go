package sdktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"sdk/internal/sent"
)

// Answer is how the test service answers a request: with a response, or with a fault.
type Answer struct {
	// Status is the status of the response.
	Status int
	// Header is its header fields.
	Header http.Header
	// Body is its body.
	Body []byte
	// Advance is by how much the clock advances while the answer is under way.
	Advance time.Duration

	fault   error
	isJSON  bool
	isToken bool
}

// Status returns a response without a body.
func Status(status int) Answer { return Answer{Status: status} }

// JSON returns a response whose body is a value as JSON: a type of the client, or any other value.
// Its media type is the first one of JSON that the description declares for the status. It panics if
// the value cannot be encoded.
func JSON(status int, value any) Answer {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("the value of an answer: %v", err))
	}
	return Answer{Status: status, Body: bytes.TrimRight(body.Bytes(), "\n"), isJSON: true}
}

// Text returns a response whose body is text.
func Text(status int, text string) Answer { return Bytes(status, "text/plain", []byte(text)) }

// Bytes returns a response with a body of any media type.
func Bytes(status int, mediaType string, body []byte) Answer {
	return Answer{Status: status, Header: http.Header{"Content-Type": {mediaType}}, Body: body}
}

// Unreachable returns a fault: no connection can be made, so that the request never leaves.
func Unreachable() Answer {
	return Answer{fault: &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}}
}

// Broken returns a fault: the connection breaks after the request was sent.
func Broken() Answer {
	return Answer{fault: &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}}
}

// TimedOut returns a fault: no response arrives within the time limit of the attempt. It does not
// advance the clock: see [Answer.After].
func TimedOut() Answer {
	return Answer{fault: &net.OpError{Op: "read", Net: "tcp", Err: timeout{}}}
}

// WithHeader returns the answer with one more header field.
func (a Answer) WithHeader(name, value string) Answer {
	a.Header = a.Header.Clone()
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Header.Add(name, value)
	return a
}

// After returns the answer, with the duration by which the clock advances while it is under way.
func (a Answer) After(advance time.Duration) Answer {
	a.Advance = advance
	return a
}

// respond returns the response, or the error of the fault.
func (a Answer) respond(operation sent.Operation, request *http.Request, number int) (*http.Response, error) {
	if a.fault != nil {
		return nil, a.fault
	}
	if a.isToken {
		token := fmt.Sprintf("test-token-%d", number)
		a = JSON(http.StatusOK, map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 3600})
	}
	header := a.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	if a.isJSON && header.Get("Content-Type") == "" {
		header.Set("Content-Type", mediaTypeOf(operation.MediaTypes(a.Status)))
	}
	return &http.Response{
		Status:        fmt.Sprint(a.Status, " ", http.StatusText(a.Status)),
		StatusCode:    a.Status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        header,
		Body:          io.NopCloser(bytes.NewReader(a.Body)),
		ContentLength: int64(len(a.Body)),
		Request:       request,
	}, nil
}

// mediaTypeOf returns the first media type of JSON.
func mediaTypeOf(declared []string) string {
	for _, one := range declared {
		essence, _, _ := strings.Cut(strings.ToLower(one), ";")
		if essence = strings.TrimSpace(essence); essence == "application/json" || strings.HasSuffix(essence, "+json") {
			return one
		}
	}
	return "application/json"
}

// timeout is the error of an attempt without a response.
type timeout struct{}

func (timeout) Error() string   { return "no response arrived" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }
