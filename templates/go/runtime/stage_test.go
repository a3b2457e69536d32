package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

// testCall is how a method of the client is called.
type testCall struct {
	operation *operation
	group     string
	method    string
	all       string
}

// requestVector is a test case of requests.json.
type requestVector struct {
	Name       string                     `json:"name"`
	Operation  string                     `json:"operation"`
	Parameters map[string]json.RawMessage `json:"parameters"`
	Body       *struct {
		MediaType string          `json:"mediaType"`
		Value     json.RawMessage `json:"value"`
	} `json:"body"`
	Expect struct {
		Method  string            `json:"method"`
		URL     string            `json:"url"`
		Headers map[string]string `json:"headers"`
		Body    vectorBody        `json:"body"`
	} `json:"expect"`
}

// answerVector is a response of the service.
type answerVector struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    vectorBody        `json:"body"`
	Failure string            `json:"failure"`
	// Seconds is how long the answer is under way.
	Seconds float64 `json:"seconds"`
}

// vectorBody is either text or bytes.
type vectorBody []byte

func (b *vectorBody) UnmarshalJSON(text []byte) error {
	var plain string
	if json.Unmarshal(text, &plain) == nil {
		*b = vectorBody(plain)
		return nil
	}
	var encoded struct {
		Base64 []byte `json:"base64"`
	}
	err := json.Unmarshal(text, &encoded)
	*b = encoded.Base64
	return err
}

// readVectors reads the test cases of a file. If the folder is missing, it returns nothing.
func readVectors[T any](t *testing.T, name string) []T {
	t.Helper()
	folder := os.Getenv("CONFORMANCE_VECTORS")
	if folder == "" {
		folder = filepath.Join("..", "conformance-vectors")
		if _, err := os.Stat(folder); err != nil {
			t.Skip("there is no folder with conformance vectors: set CONFORMANCE_VECTORS")
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Description string `json:"description"`
		Vectors     []T    `json:"vectors"`
	}
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.DisallowUnknownFields()
	if err := reader.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 {
		t.Skip("the description gives no such vectors")
	}
	return file.Vectors
}

// requestsByName returns the test cases of requests.json by their names.
func requestsByName(t *testing.T) map[string]requestVector {
	t.Helper()
	requests := map[string]requestVector{}
	for _, one := range readVectors[requestVector](t, "requests.json") {
		requests[one.Name] = one
	}
	return requests
}

// withoutParameters returns a request without some of its parameters.
func withoutParameters(vector requestVector, names []string) requestVector {
	vector.Parameters = maps.Clone(vector.Parameters)
	for _, name := range names {
		delete(vector.Parameters, name)
	}
	return vector
}

// sentRequest is a request as received by the service.
type sentRequest struct {
	*http.Request
	body []byte
}

// stage is a service with prepared responses, and a clock that only tests advance.
type stage struct {
	lock    sync.Mutex
	now     time.Time
	waits   []float64
	sent    []sentRequest
	answers []answerVector
	// answer is for requests without a prepared response.
	answer func(request sentRequest) (answerVector, bool)
}

func (s *stage) Now() time.Time {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.now
}

func (s *stage) Sleep(_ context.Context, wait time.Duration) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.waits = append(s.waits, wait.Seconds())
	return nil
}

func (s *stage) Jitter(bound time.Duration) time.Duration { return bound }

func (s *stage) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	sent := sentRequest{request, body}
	s.sent = append(s.sent, sent)
	var answer answerVector
	special := false
	if s.answer != nil {
		answer, special = s.answer(sent)
	}
	if !special {
		if len(s.answers) == 0 {
			return nil, errors.New("there is no answer left")
		}
		answer, s.answers = s.answers[0], s.answers[1:]
	}
	s.now = s.now.Add(time.Duration(answer.Seconds * float64(time.Second)))
	if answer.Failure != "" {
		return nil, failureOf(answer.Failure)
	}
	response := &http.Response{
		StatusCode: answer.Status,
		Header:     http.Header{},
		Body:       io.NopCloser(bytes.NewReader(answer.Body)),
		Request:    request,
	}
	for name, value := range answer.Headers {
		response.Header.Set(name, value)
	}
	return response, nil
}

// newStage creates a stage and a client for it.
func newStage(t *testing.T, answers []answerVector, options ...Option) (*stage, *Client) {
	t.Helper()
	s, all := newStageOptions(answers)
	client, err := New(append(all, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return s, client
}

// newStageOptions creates a stage and the options of a client for it.
func newStageOptions(answers []answerVector) (*stage, []Option) {
	s := &stage{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), answers: answers}
	options := []Option{
		WithHTTPClient(&http.Client{Transport: s}),
		WithClock(s),
		WithRetry(RetryPolicy{Attempts: 1}),
	}
	return s, append(options, withOrigin()...)
}

// withOrigin sets the base that relative server addresses are resolved against.
func withOrigin() []Option {
	for _, server := range api.servers {
		if !strings.Contains(server, "://") && !strings.HasPrefix(server, "{") {
			return []Option{WithOrigin("https://vectors.example")}
		}
	}
	return nil
}

// vectorCredentials returns credentials for each scheme.
func vectorCredentials() []Option {
	var options []Option
	for name, scheme := range api.schemes {
		var credentials Credentials = NewSecret("vector-" + name)
		if scheme.in == inBasic {
			credentials = newBasic("vector", "vector-"+name)
		}
		options = append(options, withCredentials(name, credentials))
	}
	return options
}

// call calls a method with the values of a test case, and returns its result.
func call(t *testing.T, client *Client, vector requestVector, options ...RequestOption) (any, error) {
	t.Helper()
	for _, one := range calls {
		if one.operation.id == vector.Operation {
			out := invoke(t, client, one, one.method, vector, options...)
			err, _ := out[len(out)-1].Interface().(error)
			if len(out) == 1 {
				return nil, err
			}
			return out[0].Interface(), err
		}
	}
	t.Fatalf("there is no operation %q", vector.Operation)
	return nil, nil
}

// list calls the method that iterates over all items of a list.
func list(t *testing.T, client *Client, vector requestVector) ([]any, error) {
	t.Helper()
	for _, one := range calls {
		if one.operation.id != vector.Operation {
			continue
		}
		var items []any
		for item, err := range invoke(t, client, one, one.all, vector)[0].Seq2() {
			if failure, ok := err.Interface().(error); ok {
				return items, failure
			}
			items = append(items, item.Interface())
		}
		return items, nil
	}
	t.Fatalf("there is no operation %q", vector.Operation)
	return nil, nil
}

func invoke(t *testing.T, client *Client, one testCall, name string, vector requestVector, options ...RequestOption) []reflect.Value {
	t.Helper()
	method := reflect.ValueOf(client).Elem().FieldByName(one.group).MethodByName(name)
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	var optional []json.RawMessage
	for index := range one.operation.parameters {
		parameter := &one.operation.parameters[index]
		text, there := vector.Parameters[parameter.Name]
		if !there {
			place := [...]string{"path", "query", "header", "cookie"}[parameter.In]
			text = vector.Parameters[place+"."+parameter.Name]
		}
		if parameter.Shared {
			if there || text != nil {
				value := typed(t, text, reflect.TypeFor[any]()).Interface()
				options = append(options, withRequestShared(parameter.Name, value))
			}
			continue
		}
		if !parameter.Required {
			optional = append(optional, text)
			continue
		}
		arguments = append(arguments, typed(t, text, method.Type().In(len(arguments))))
	}
	last := method.Type().NumIn() - 1
	if len(arguments) < last && (len(optional) == 0 || len(arguments)+1 < last) {
		arguments = append(arguments, bodyOf(t, vector, method.Type().In(len(arguments))))
	}
	if len(optional) > 0 {
		params := reflect.New(method.Type().In(len(arguments)).Elem())
		for index, text := range optional {
			if text != nil {
				field := params.Elem().Field(index)
				field.Set(typed(t, text, field.Type()))
			}
		}
		arguments = append(arguments, params)
	}
	for _, option := range options {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	return method.Call(arguments)
}

// typed decodes a value of a type.
func typed(t *testing.T, text json.RawMessage, kind reflect.Type) reflect.Value {
	t.Helper()
	value := reflect.New(kind)
	if err := decodeInto(text, value.Interface()); err != nil {
		t.Fatalf("%s as %s: %v", text, kind, err)
	}
	return value.Elem()
}

// bytesOf decodes a body of bytes.
func bytesOf(t *testing.T, vector requestVector) []byte {
	t.Helper()
	var body vectorBody
	if err := json.Unmarshal(vector.Body.Value, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// isNamedAfter reports whether a field is named after the media type, such as ImagePNG for
// image/png.
func isNamedAfter(name, media string) bool {
	letters := func(one rune) rune {
		if unicode.IsLetter(one) || unicode.IsDigit(one) {
			return unicode.ToLower(one)
		}
		return -1
	}
	return strings.Map(letters, name) == strings.Map(letters, media)
}

// bodyOf decodes a body into the type that the method accepts.
func bodyOf(t *testing.T, vector requestVector, kind reflect.Type) reflect.Value {
	t.Helper()
	if vector.Body == nil {
		return reflect.Zero(kind)
	}
	switch kind {
	case reflect.TypeFor[[]byte]():
		return reflect.ValueOf(bytesOf(t, vector))
	case reflect.TypeFor[Optional[[]byte]]():
		return reflect.ValueOf(Some(bytesOf(t, vector)))
	}
	if kind.Kind() == reflect.Func {
		return itemsOf(t, vector.Body.Value, kind)
	}
	if planOf(kind).kind != planUnsupported {
		return typed(t, vector.Body.Value, kind)
	}
	// One of several media types.
	body := reflect.New(kind).Elem()
	for index := range kind.NumField() {
		name := kind.Field(index).Name
		media := essence(vector.Body.MediaType)
		fits := name == "JSON" && isJSON(media) || name == "Form" && strings.HasSuffix(media, "urlencoded") ||
			name == "Multipart" && strings.HasPrefix(media, "multipart/") || name == "Text" && strings.HasPrefix(media, "text/")
		if kind.Field(index).Type.Kind() == reflect.Func {
			if strings.HasPrefix(name, "Stream") && !isJSON(media) {
				body.Field(index).Set(itemsOf(t, vector.Body.Value, kind.Field(index).Type))
				return body
			}
			continue
		}
		if fits || kind.NumField() == 1 {
			body.Field(index).Set(typed(t, vector.Body.Value, kind.Field(index).Type))
			return body
		}
		if kind.Field(index).Type == reflect.TypeFor[[]byte]() && isNamedAfter(name, media) {
			body.Field(index).SetBytes(bytesOf(t, vector))
			return body
		}
	}
	t.Fatalf("%s has no form for %s", kind, vector.Body.MediaType)
	return body
}

// outcomeOf returns the name of the outcome of a call.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "value"
	case errors.As(err, new(*APIError)):
		return "error"
	case errors.As(err, new(*UndeclaredError)):
		return "undeclared"
	case errors.As(err, new(*UnreadableError)):
		return "unreadable"
	case errors.As(err, new(*TimeoutError)):
		return "timeout"
	case errors.As(err, new(*TransportError)):
		return "transport"
	case errors.As(err, new(*CredentialsError)):
		return "credentials"
	case errors.As(err, new(*PageLoopError)):
		return "loop"
	case errors.As(err, new(*RequestError)):
		return "elsewhere"
	default:
		return fmt.Sprintf("%T: %v", err, err)
	}
}

// written returns a value as the client encodes it: JSON, text, or base64 for bytes.
func written(t *testing.T, value any) any {
	t.Helper()
	v := reflect.ValueOf(value)
	// A method with several result types returns a struct of them.
	for v.Kind() == reflect.Pointer && !v.IsNil() && planOf(v.Type().Elem()).kind == planUnsupported {
		v = reflect.ValueOf(memberOf(v.Elem().Interface()))
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	text, err := encodeJSON(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, text)
}

func parsed(t *testing.T, text []byte) any {
	t.Helper()
	tree, err := parseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// same reports whether two JSON values are equal: numbers by value, date-times by instant.
func same(one, other any) bool {
	switch one := one.(type) {
	case json.Number:
		number, ok := other.(json.Number)
		first, _ := new(big.Rat).SetString(one.String())
		second, _ := new(big.Rat).SetString(number.String())
		return ok && first.Cmp(second) == 0
	case string:
		text, ok := other.(string)
		first, isTime := parseTime(one)
		second, isToo := parseTime(text)
		return ok && (one == text || isTime && isToo && first.Equal(second))
	case []any:
		list, ok := other.([]any)
		if !ok || len(one) != len(list) {
			return false
		}
		for index := range one {
			if !same(one[index], list[index]) {
				return false
			}
		}
		return true
	case map[string]any:
		members, ok := other.(map[string]any)
		if !ok || len(one) != len(members) {
			return false
		}
		for name, value := range one {
			if second, there := members[name]; !there || !same(value, second) {
				return false
			}
		}
		return true
	default:
		return one == other
	}
}

// urls returns the addresses that were requested.
func (s *stage) urls() []string {
	var urls []string
	for _, one := range s.sent {
		urls = append(urls, one.URL.String())
	}
	return urls
}

// itemsOf makes a source of items, each by the type that the method takes.
func itemsOf(t *testing.T, text json.RawMessage, kind reflect.Type) reflect.Value {
	t.Helper()
	var texts []json.RawMessage
	if err := json.Unmarshal(text, &texts); err != nil {
		t.Fatal(err)
	}
	var items []reflect.Value
	for _, text := range texts {
		items = append(items, itemOf(t, text, kind.In(0).In(0)))
	}
	return reflect.MakeFunc(kind, func(arguments []reflect.Value) []reflect.Value {
		for _, item := range items {
			if !arguments[0].Call([]reflect.Value{item, reflect.Zero(reflect.TypeFor[error]())})[0].Bool() {
				break
			}
		}
		return nil
	})
}

func itemOf(t *testing.T, text json.RawMessage, kind reflect.Type) reflect.Value {
	t.Helper()
	if !strings.HasPrefix(kind.Name(), "ServerSentEvent[") {
		return typed(t, text, kind)
	}
	var vector struct {
		Event, ID string
		Data      json.RawMessage
	}
	if err := json.Unmarshal(text, &vector); err != nil {
		t.Fatal(err)
	}
	event := reflect.New(kind).Elem()
	event.FieldByName("Event").SetString(vector.Event)
	event.FieldByName("ID").SetString(vector.ID)
	event.FieldByName("Data").Set(typed(t, vector.Data, event.FieldByName("Data").Type()))
	return event
}
