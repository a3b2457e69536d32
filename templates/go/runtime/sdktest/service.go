// Package sdktest tests code that uses the client, without a network: a [Service] answers requests
// as a test says, and its [Clock] advances only as a test says.
package sdktest

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"

	sdk "sdk"
	"sdk/internal/sent"
)

// TokenEndpoint is the operation of requests for tokens. They are answered with a token, unless
// [Service.On] or [Service.Always] has another answer.
const TokenEndpoint = sent.TokenEndpoint

// NoAnswerError is returned by a call for which the test service has no answer. The request is not
// retried.
type NoAnswerError = sent.NoAnswerError

// Service is a test service: the transport of a client. It is safe for concurrent use.
type Service struct {
	// Clock is the clock of the service and of its clients.
	Clock *Clock

	lock     sync.Mutex
	answers  map[string][]Answer
	always   map[string]Answer
	requests []Request
	tokens   []Request
}

// NewService returns a service without answers.
func NewService() *Service {
	return &Service{Clock: NewClock(), answers: map[string][]Answer{}, always: map[string]Answer{}}
}

// NewClient returns a client whose requests the service answers, with the clock of the service.
// Options take precedence.
func (s *Service) NewClient(options ...sdk.Option) (*sdk.Client, error) {
	all := []sdk.Option{
		sdk.WithHTTPClient(&http.Client{Transport: s}),
		sdk.WithClock(s.Clock),
		sdk.WithOrigin("https://service.example"),
	}
	return sdk.New(append(all, options...)...)
}

// On gives answers to the next requests of an operation, in order. The operation is an operationId,
// "request" for requests that the description does not define, or [TokenEndpoint]. On panics if the
// description has no such operation.
func (s *Service) On(operation string, answers ...Answer) {
	mustKnow(operation)
	s.lock.Lock()
	defer s.lock.Unlock()
	s.answers[operation] = append(s.answers[operation], answers...)
}

// Always gives the answer to all requests of an operation that have no answer of [Service.On]. It
// panics if the description has no such operation.
func (s *Service) Always(operation string, answer Answer) {
	mustKnow(operation)
	s.lock.Lock()
	defer s.lock.Unlock()
	s.always[operation] = answer
}

// Requests returns the requests that were received, in order, except those for tokens.
func (s *Service) Requests() []Request {
	s.lock.Lock()
	defer s.lock.Unlock()
	return append([]Request(nil), s.requests...)
}

// TokenRequests returns the requests for tokens, in order.
func (s *Service) TokenRequests() []Request {
	s.lock.Lock()
	defer s.lock.Unlock()
	return append([]Request(nil), s.tokens...)
}

// RoundTrip answers a request of a client. It implements [http.RoundTripper].
func (s *Service) RoundTrip(request *http.Request) (*http.Response, error) {
	operation, ok := sent.Of(request.Context())
	if !ok {
		closeBody(request)
		return nil, fmt.Errorf("the test service answers only clients of its package, not %s %s",
			request.Method, request.URL.EscapedPath())
	}
	received, err := receive(operation, request)
	if err != nil {
		return nil, err
	}
	answer, number, ok := s.take(received)
	if !ok {
		return nil, &NoAnswerError{Operation: received.Operation, Method: request.Method, Path: request.URL.EscapedPath()}
	}
	s.Clock.Advance(answer.Advance)
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	return answer.respond(operation, request, number)
}

// take records a request, and returns its answer and how many tokens were requested.
func (s *Service) take(received Request) (Answer, int, bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	name := received.Operation
	isToken := name == TokenEndpoint
	if isToken {
		s.tokens = append(s.tokens, received)
	} else {
		s.requests = append(s.requests, received)
	}
	if answers := s.answers[name]; len(answers) > 0 {
		s.answers[name] = answers[1:]
		return answers[0], len(s.tokens), true
	}
	if answer, ok := s.always[name]; ok {
		return answer, len(s.tokens), true
	}
	return Answer{isToken: true}, len(s.tokens), isToken
}

func mustKnow(operation string) {
	if operation != "request" && operation != TokenEndpoint && !operations[operation] {
		panic(fmt.Sprintf("the description has no operation %q", operation))
	}
}

// Format prints no credentials, for any verb.
func (s *Service) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.String()) }

// String returns a text without credentials.
func (s *Service) String() string {
	return fmt.Sprintf("a test service that has received %v", s.Requests())
}

// LogValue returns a text without credentials.
func (s *Service) LogValue() slog.Value { return slog.StringValue(s.String()) }
