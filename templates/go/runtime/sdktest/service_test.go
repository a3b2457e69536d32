package sdktest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "sdk"
)

// request is the operation of the tests, because every client has it.
const request = "request"

func newClient(t *testing.T, service *Service, options ...sdk.Option) *sdk.Client {
	t.Helper()
	client, err := service.NewClient(options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestAnswersInOrder(t *testing.T) {
	service := NewService()
	service.On(request,
		Status(503).WithHeader("Retry-After", "7"),
		Unreachable(),
		JSON(200, map[string]any{"a": "<"}).WithHeader("X-One", "1"),
	)
	service.Always(request, Text(200, "again"))
	client := newClient(t, service)
	for index, wanted := range []string{`{"a":"<"}`, "again", "again"} {
		response, err := client.Request(context.Background(), http.MethodPut, "/a", sdk.JSONBody(index))
		if err != nil || string(response.Body) != wanted {
			t.Errorf("%v, %v", response, err)
		}
	}
	if waits := service.Clock.Waits(); !slices.Equal(waits, []time.Duration{7 * time.Second, 500 * time.Millisecond}) {
		t.Errorf("waited %v", waits)
	}
	requests := service.Requests()
	var body int
	if err := requests[3].JSON(&body); err != nil || body != 1 || len(requests) != 5 {
		t.Errorf("%d in %v (%v)", body, requests, err)
	}
	if requests[0].Method != http.MethodPut || requests[0].URL.Path != "/a" && !strings.HasSuffix(requests[0].URL.Path, "/a") {
		t.Errorf("%v to %v", requests[0], requests[0].URL)
	}
}

func TestFaults(t *testing.T) {
	service := NewService()
	policy := sdk.WithRetry(sdk.RetryPolicy{Attempts: 1})
	client := newClient(t, service, policy)
	service.On(request, Unreachable(), Broken(), TimedOut().After(time.Minute))
	for _, isTimeout := range []bool{false, false, true} {
		_, err := client.Request(context.Background(), http.MethodGet, "/", nil)
		if errors.As(err, new(*sdk.TimeoutError)) != isTimeout || errors.As(err, new(*sdk.TransportError)) == isTimeout {
			t.Error(err)
		}
	}
	if service.Clock.Now().Sub(NewClock().Now()) != time.Minute {
		t.Error(service.Clock.Now())
	}
}

func TestRequestsWithoutAnswer(t *testing.T) {
	service := NewService()
	client := newClient(t, service)
	_, err := client.Request(context.Background(), http.MethodGet, "/a/b", nil)
	missing := new(NoAnswerError)
	if !errors.As(err, &missing) || errors.As(err, new(*sdk.TransportError)) || len(service.Requests()) != 1 {
		t.Fatalf("%v after %v", err, service)
	}
	if !strings.HasPrefix(err.Error(), "request: the test service has no answer for GET /") {
		t.Error(err)
	}
}

func TestOtherClientsAreNotAnswered(t *testing.T) {
	client := &http.Client{Transport: NewService()}
	if response, err := client.Get("http://service.example/a"); err == nil {
		_ = response.Body.Close()
		t.Error("it is answered")
	}
}

func TestUnknownOperationsPanic(t *testing.T) {
	for operation := range operations {
		NewService().On(operation, Status(200))
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `"an unknown one"`) {
			t.Error(text)
		}
	}()
	NewService().Always("an unknown one", Status(200))
}

func TestRequestsAreShownWithoutCredentials(t *testing.T) {
	service := NewService()
	service.Always(request, Status(204))
	client := newClient(t, service)
	secret := sdk.WithHeader("Authorization", "s3cret")
	if _, err := client.Request(context.Background(), http.MethodGet, "/a", nil, secret, sdk.WithQuery("key", "s3cret")); err != nil {
		t.Fatal(err)
	}
	sent := service.Requests()[0]
	if sent.Header.Get("Authorization") != "s3cret" || sent.URL.Query().Get("key") != "s3cret" {
		t.Errorf("%v", sent.Header)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if shown := fmt.Sprintf(verb+verb+verb, sent, &sent, service); strings.Contains(shown, "s3cret") {
			t.Errorf("%s shows %s", verb, shown)
		}
	}
}

func TestPathParameters(t *testing.T) {
	for _, one := range []struct {
		template, path string
		wanted         map[string]string
	}{
		{"/a/{b}", "/v1/a/x%2Fy", map[string]string{"b": "x/y"}},
		{"/a/{b}.{c}/ü", "/a/x.y/%C3%BC", map[string]string{"b": "x", "c": "y"}},
		{"/a", "/a", map[string]string{}},
		{"/{a}", "", map[string]string{}},
	} {
		if found := parametersIn(one.template, one.path); !reflect.DeepEqual(found, one.wanted) {
			t.Errorf("%s in %s: %v", one.template, one.path, found)
		}
	}
}

func TestMediaTypes(t *testing.T) {
	for wanted, declared := range map[string][]string{
		"application/json":         {"text/plain"},
		"application/problem+json": {"text/plain", "application/problem+json", "application/json"},
	} {
		if chosen := mediaTypeOf(declared); chosen != wanted {
			t.Errorf("%s of %v", chosen, declared)
		}
	}
}

func TestClocksHaveContexts(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	clock := NewClock()
	if err := clock.Sleep(ctx, time.Second); !errors.Is(err, context.Canceled) || len(clock.Waits()) > 0 {
		t.Error(err)
	}
}
