package sdk

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sharedVector is the values of parameters, by name.
type sharedVector map[string]json.RawMessage

// options returns the options of a client.
func (v sharedVector) options(t *testing.T) []Option {
	t.Helper()
	var options []Option
	for name, text := range v {
		value := typed(t, text, reflect.TypeFor[any]()).Interface()
		options = append(options, withShared(name, value))
	}
	return options
}

func TestGlobals(t *testing.T) {
	type vector struct {
		Name     string         `json:"name"`
		Request  string         `json:"request"`
		Client   sharedVector   `json:"client"`
		Without  []string       `json:"without"`
		Call     sharedVector   `json:"call"`
		Change   sharedVector   `json:"change"`
		Original bool           `json:"original"`
		List     bool           `json:"list"`
		Answers  []answerVector `json:"answers"`
		Expect   struct {
			URLs      []string `json:"urls"`
			Outcome   string   `json:"outcome"`
			Parameter string   `json:"parameter"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "globals.json") {
		t.Run(vector.Name, func(t *testing.T) {
			options := append(vectorCredentials(), vector.Client.options(t)...)
			stage, client := newStage(t, vector.Answers, options...)
			changed, err := client.With(vector.Change.options(t)...)
			if err != nil {
				t.Fatal(err)
			}
			if !vector.Original {
				client = changed
			}
			request := withoutParameters(requests[vector.Request], vector.Without)
			for name, text := range vector.Call {
				request.Parameters[name] = text
			}
			outcome := "end"
			if vector.List {
				_, err = list(t, client, request)
			} else {
				_, err = call(t, client, request)
			}
			if err != nil || !vector.List {
				outcome = refusedOf(err)
			}
			if outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			if err != nil && !strings.Contains(err.Error(), vector.Expect.Parameter) {
				t.Errorf("%v does not name %s", err, vector.Expect.Parameter)
			}
			var urls []string
			for _, sent := range stage.sent {
				urls = append(urls, sent.URL.String())
			}
			if !slices.Equal(urls, vector.Expect.URLs) {
				t.Errorf("the requests went to %q, not %q", urls, vector.Expect.URLs)
			}
		})
	}
}
