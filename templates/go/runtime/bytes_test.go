package sdk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// bytesOperation sends bytes and returns bytes.
var bytesOperation = operation{
	id: "exchange", method: "PUT", server: "https://vectors.example", path: "/",
	responses: []response{
		{status: "200", contents: []content{{mediaType: "image/png", kind: bytesContent}}, success: true},
	},
	idempotent: true,
}

// bytesStage answers requests with a body.
type bytesStage struct {
	status int
	body   *pieces
	sent   [][]byte
	header http.Header
	err    error
}

func (s *bytesStage) RoundTrip(request *http.Request) (*http.Response, error) {
	sent, err := io.ReadAll(request.Body)
	s.sent, s.header, s.err = append(s.sent, sent), request.Header, err
	if err != nil {
		return nil, err
	}
	header := http.Header{"Content-Type": {"image/png"}}
	return &http.Response{StatusCode: s.status, Header: header, Body: s.body, Request: request}, nil
}

func (s *bytesStage) call(options ...RequestOption) ([]byte, error) {
	client := &http.Client{Transport: s}
	api := &description{servers: []string{bytesOperation.server}}
	core, err := newCore(api, []Option{WithHTTPClient(client), WithResponseLimit(4)})
	if err != nil {
		return nil, err
	}
	request := newRequest(&bytesOperation)
	request.setBytes("image/png", nil)
	return valueOf[[]byte](core.send(context.Background(), request, options))
}

func TestBodiesOfBytesAreStreams(t *testing.T) {
	stage := &bytesStage{status: http.StatusOK, body: &pieces{chunks: [][]byte{[]byte("more "), []byte("than four")}}}
	var body io.ReadCloser
	whole, err := stage.call(WithStreamBody("image/png", strings.NewReader("sent")), WithOpenBody(&body))
	if err != nil || len(whole) > 0 || body == nil {
		t.Fatalf("%q, %v, %v", whole, body, err)
	}
	read, err := io.ReadAll(body)
	if err != nil || string(read) != "more than four" {
		t.Errorf("read %q, %v", read, err)
	}
	if body.Close() != nil || !stage.body.closed {
		t.Error("the connection is not closed")
	}
	if len(stage.sent) != 1 || !bytes.Equal(stage.sent[0], []byte("sent")) {
		t.Errorf("sent %q", stage.sent)
	}
}

func TestStreamedBodiesAreSentOnce(t *testing.T) {
	stage := &bytesStage{status: http.StatusServiceUnavailable, body: &pieces{}}
	var body io.ReadCloser = &pieces{}
	_, err := stage.call(WithStreamBody("image/png", strings.NewReader("sent")), WithOpenBody(&body))
	if _, ok := errorAs[*UndeclaredError](err); !ok || body != nil {
		t.Errorf("%v, %v", err, body)
	}
	if len(stage.sent) != 1 {
		t.Errorf("sent %q", stage.sent)
	}
}

func TestBodiesOfBytesThatBreakOffAreErrors(t *testing.T) {
	broken := errors.New("the disk is broken")
	stage := &bytesStage{status: http.StatusOK, body: &pieces{failure: "broken"}}
	source := io.MultiReader(strings.NewReader("begun"), brokenReader{broken})
	if _, err := stage.call(WithStreamBody("image/png", source)); !errors.Is(err, broken) {
		t.Errorf("sending: %v", err)
	}
	var body io.ReadCloser
	if _, err := stage.call(WithOpenBody(&body)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(body); err == nil {
		t.Error("receiving: no error")
	}
}

// brokenReader fails.
type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }
