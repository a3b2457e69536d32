package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// streamAnswer is a response whose body arrives in pieces.
type streamAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Chunks  []vectorBody      `json:"chunks"`
	Failure string            `json:"failure"`
}

// pieces is a body that arrives in pieces, and may be interrupted.
type pieces struct {
	chunks  [][]byte
	failure string
	closed  bool
}

func (p *pieces) Read(into []byte) (int, error) {
	if len(p.chunks) == 0 {
		if p.failure != "" {
			return 0, failureOf(p.failure)
		}
		return 0, io.EOF
	}
	size := copy(into, p.chunks[0])
	p.chunks[0] = p.chunks[0][size:]
	if len(p.chunks[0]) == 0 {
		p.chunks = p.chunks[1:]
	}
	return size, nil
}

func (p *pieces) Close() error {
	p.closed = true
	return nil
}

// streamStage serves streams, and records the requests.
type streamStage struct {
	answers []streamAnswer
	// single is whether bytes arrive one by one.
	single bool
	bodies []*pieces
	asked  []string
}

func (s *streamStage) RoundTrip(request *http.Request) (*http.Response, error) {
	id := "null"
	if values, ok := request.Header["Last-Event-Id"]; ok {
		text, _ := json.Marshal(values[0])
		id = string(text)
	}
	s.asked = append(s.asked, id)
	if len(s.answers) == 0 {
		return nil, errors.New("there is no answer left")
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	body := &pieces{failure: answer.Failure}
	for _, chunk := range answer.Chunks {
		if !s.single {
			body.chunks = append(body.chunks, chunk)
			continue
		}
		for index := range chunk {
			body.chunks = append(body.chunks, chunk[index:index+1])
		}
	}
	s.bodies = append(s.bodies, body)
	response := &http.Response{StatusCode: answer.Status, Header: http.Header{}, Body: body, Request: request}
	for name, value := range answer.Headers {
		response.Header.Set(name, value)
	}
	return response, nil
}

// streamVector is a test case of streams.json.
type streamVector struct {
	Name    string         `json:"name"`
	Request string         `json:"request"`
	Policy  *policyVector  `json:"policy"`
	Limit   int64          `json:"limit"`
	Take    int            `json:"take"`
	Answers []streamAnswer `json:"answers"`
	Expect  struct {
		Items        []json.RawMessage `json:"items"`
		Outcome      string            `json:"outcome"`
		LastEventIDs []json.RawMessage `json:"lastEventIds"`
		Waits        []float64         `json:"waits"`
	} `json:"expect"`
}

func (v *streamVector) options() []Option {
	var options []Option
	if v.Limit > 0 {
		options = append(options, WithResponseLimit(v.Limit))
	}
	if v.Policy != nil {
		options = append(options, WithRetry(v.Policy.policy()))
	}
	return options
}

func TestStreams(t *testing.T) {
	requests := requestsByName(t)
	for _, vector := range readVectors[streamVector](t, "streams.json") {
		for _, single := range []bool{false, true} {
			name := vector.Name
			if single {
				name += " byte by byte"
			}
			t.Run(name, func(t *testing.T) { checkStream(t, vector, requests[vector.Request], single) })
		}
	}
}

func checkStream(t *testing.T, vector streamVector, request requestVector, single bool) {
	service := &streamStage{answers: vector.Answers, single: single}
	attempts := 0
	options := append(vectorCredentials(), WithHTTPClient(&http.Client{Transport: service}), WithMiddleware(counter(&attempts)))
	stage, client := newStage(t, nil, append(options, vector.options()...)...)
	value, err := call(t, client, request)
	var got []any
	outcome := "end"
	if err == nil {
		got, outcome, err = iterated(streamOf(t, value), vector.Take)
	}
	if err != nil {
		outcome = outcomeOf(err)
		if _, ok := errorAs[*TooLargeError](err); ok {
			outcome = "too-large"
		}
		isLocated(t, err, request)
	}
	if outcome != vector.Expect.Outcome {
		t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
	}
	if len(got) != len(vector.Expect.Items) {
		t.Fatalf("there are %d items, not %d: %v", len(got), len(vector.Expect.Items), got)
	}
	for index, item := range got {
		if !same(writtenItem(t, item), parsed(t, vector.Expect.Items[index])) {
			t.Errorf("item %d is %v, not %s", index, writtenItem(t, item), vector.Expect.Items[index])
		}
	}
	if attempts != len(service.asked) {
		t.Errorf("%d attempts were seen", attempts)
	}
	for index, body := range service.bodies {
		if !body.closed {
			t.Errorf("connection %d is still open", index+1)
		}
	}
	wanted := []string{"null"}
	if vector.Expect.LastEventIDs != nil {
		wanted = nil
	}
	for _, id := range vector.Expect.LastEventIDs {
		var text any
		_ = json.Unmarshal(id, &text)
		again, _ := json.Marshal(text)
		wanted = append(wanted, string(again))
	}
	if !slices.Equal(service.asked, wanted) {
		t.Errorf("the last event IDs are %v, not %v", service.asked, wanted)
	}
	if !slices.Equal(stage.waits, vector.Expect.Waits) {
		t.Errorf("the waits are %v, not %v", stage.waits, vector.Expect.Waits)
	}
}

// streamOf returns the stream in the result of a call.
func streamOf(t *testing.T, value any) reflect.Value {
	t.Helper()
	v := reflect.ValueOf(value)
	if v.MethodByName("Items").IsValid() {
		return v
	}
	for index := range v.Elem().NumField() {
		if field := v.Elem().Field(index); !field.IsNil() && field.MethodByName("Items").IsValid() {
			return field
		}
	}
	t.Fatalf("%T has no stream", value)
	return v
}

// iterated returns at most the given number of items of the stream.
func iterated(stream reflect.Value, most int) ([]any, string, error) {
	var got []any
	for item, err := range stream.MethodByName("Items").Call(nil)[0].Seq2() {
		if failure, ok := err.Interface().(error); ok {
			return got, "", failure
		}
		got = append(got, item.Interface())
		if len(got) == most {
			return got, "closed", nil
		}
	}
	return got, "end", nil
}

// writtenItem returns an item as JSON; an event becomes an object.
func writtenItem(t *testing.T, item any) any {
	t.Helper()
	v := reflect.ValueOf(item)
	if !v.IsValid() || !strings.HasPrefix(v.Type().Name(), "ServerSentEvent[") {
		return written(t, item)
	}
	event := map[string]any{
		"event": v.FieldByName("Event").Interface(),
		"id":    v.FieldByName("ID").Interface(),
		"data":  written(t, v.FieldByName("Data").Interface()),
	}
	if retry := v.FieldByName("Retry"); !retry.IsNil() {
		wait := retry.Interface().(*time.Duration)
		text, _ := json.Marshal(wait.Milliseconds())
		event["retry"] = parsed(t, bytes.TrimSpace(text))
	}
	return event
}
