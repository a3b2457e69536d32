package sdk

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestClient makes the calls over sockets, and reports the outcome of each.
func TestClient(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("CLIENTS_CALLS"))
	if err != nil {
		t.Fatal(err)
	}
	var plan struct {
		Servers []string      `json:"servers"`
		Calls   []plannedCall `json:"calls"`
	}
	if err := json.Unmarshal(text, &plan); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(os.Getenv("CLIENTS_OUTCOMES"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	defer out.Flush()
	for index, vector := range plan.Calls {
		found := clientOutcome{Call: index, Outcome: "not made"}
		// A value that the client cannot accept only ends its own test.
		t.Run(vector.Name, func(t *testing.T) { makeCall(t, &found, vector, plan.Servers) })
		line, err := json.Marshal(found)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(out, "%s\n", line)
	}
}

// plannedCall is a call of the plan.
type plannedCall struct {
	requestVector
	// Pages is whether all pages of a list are read.
	Pages bool `json:"pages"`
	// Credentials other than the usual ones, by scheme.
	Credentials map[string]struct {
		Secret string `json:"secret"`
		User   string `json:"user"`
	} `json:"credentials"`
}

// clientOutcome is the reported outcome of a call.
type clientOutcome struct {
	Call    int             `json:"call"`
	Outcome string          `json:"outcome"`
	Value   json.RawMessage `json:"value,omitempty"`
	Message string          `json:"message,omitempty"`
}

func makeCall(t *testing.T, found *clientOutcome, vector plannedCall, servers []string) {
	defer func() {
		if failure := recover(); failure != nil {
			found.Outcome, found.Message = "crash", fmt.Sprint(failure)
		}
	}()
	options := append(vectorCredentials(), WithRetry(RetryPolicy{Attempts: 1}))
	for scheme, own := range vector.Credentials {
		var credentials Credentials = NewSecret(own.Secret)
		if own.User != "" {
			credentials = newBasic(own.User, own.Secret)
		}
		options = append(options, withCredentials(scheme, credentials))
	}
	for _, server := range servers {
		address := fmt.Sprintf("%s/go/%d", os.Getenv("CLIENTS_BASE"), found.Call)
		options = append(options, WithServer(server, address))
	}
	client, err := New(options...)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if vector.Pages {
		value, err = list(t, client, vector.requestVector)
	} else {
		value, err = call(t, client, vector.requestVector)
	}
	found.Outcome = outcomeOf(err)
	if err != nil {
		found.Message = err.Error()
		if failure, ok := errorAs[*APIError](err); ok {
			value = failure.body
		}
	}
	if found.Outcome == "value" || found.Outcome == "error" {
		found.Value = clientValue(t, value)
	}
}

// clientValue returns a value as the client encodes it; for a stream, its items, and of an event its
// data; for a list, the items of all pages.
func clientValue(t *testing.T, value any) json.RawMessage {
	t.Helper()
	var shown any
	if isStream(value) {
		items, _, err := iterated(streamOf(t, value), -1)
		if err != nil {
			t.Fatal(err)
		}
		all := []any{}
		for _, item := range items {
			v := reflect.ValueOf(item)
			if v.IsValid() && strings.HasPrefix(v.Type().Name(), "ServerSentEvent[") {
				item = v.FieldByName("Data").Interface()
			}
			all = append(all, written(t, item))
		}
		shown = map[string]any{"items": all}
	} else if items, ok := value.([]any); ok {
		all := []any{}
		for _, item := range items {
			all = append(all, written(t, item))
		}
		shown = map[string]any{"items": all}
	} else {
		shown = written(t, value)
	}
	text, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// isStream reports whether a call returned a stream, possibly in one of several fields.
func isStream(value any) bool {
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		return false
	}
	if v.MethodByName("Items").IsValid() {
		return true
	}
	if v.Elem().Kind() != reflect.Struct {
		return false
	}
	for index := range v.Elem().NumField() {
		field := v.Elem().Field(index)
		if field.Kind() == reflect.Pointer && !field.IsNil() && field.MethodByName("Items").IsValid() {
			return true
		}
	}
	return false
}
