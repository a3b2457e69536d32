package sdk

import (
	"slices"
	"strings"
	"testing"
)

// clearEnvironment unsets all variables of the description for the time of a test.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, name := range api.environment.variables {
		t.Setenv(name, "")
	}
	for _, name := range api.environment.shared {
		t.Setenv(name, "")
	}
	for _, one := range api.environment.credentials {
		for _, name := range []string{one.secret, one.username, one.id, one.clientSecret} {
			if name != "" {
				t.Setenv(name, "")
			}
		}
	}
}

func TestEnvironment(t *testing.T) {
	type vector struct {
		Name        string            `json:"name"`
		Environment map[string]string `json:"environment"`
		Request     string            `json:"request"`
		Without     []string          `json:"without"`
		Answer      answerVector      `json:"answer"`
		Expect      struct {
			URL          string            `json:"url"`
			Headers      map[string]string `json:"headers"`
			TokenRequest *struct {
				URL  string     `json:"url"`
				Body vectorBody `json:"body"`
			} `json:"tokenRequest"`
			Missing string `json:"missing"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "environment.json") {
		t.Run(vector.Name, func(t *testing.T) {
			clearEnvironment(t)
			for name, value := range vector.Environment {
				t.Setenv(name, value)
			}
			answers := []answerVector{vector.Answer}
			expected := []expectedRequest{{URL: vector.Expect.URL, Headers: vector.Expect.Headers}}
			if token := vector.Expect.TokenRequest; token != nil {
				body := vectorBody(`{"access_token":"vector-token","token_type":"bearer"}`)
				answers = slices.Insert(answers, 0, answerVector{Status: 200, Body: body})
				expected = slices.Insert(expected, 0, expectedRequest{URL: token.URL, Body: &token.Body})
			}
			stage, options := newStageOptions(answers)
			client, err := NewFromEnvironment(options...)
			if missing := vector.Expect.Missing; missing != "" {
				if err == nil || !strings.Contains(err.Error(), missing) {
					t.Errorf("%v does not name %s", err, missing)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			request := withoutParameters(requests[vector.Request], vector.Without)
			if _, err := call(t, client, request); err != nil {
				t.Error(err)
			}
			stage.check(t, expected)
		})
	}
}

// pingEnvironment has all kinds of variables.
var pingEnvironment = environment{
	variables: map[string]string{"host": "PING_HOST"},
	credentials: []environmentCredentials{
		{scheme: "key", secret: "PING_TOKEN", id: "PING_ID", clientSecret: "PING_SECRET", resource: "{host}"},
		{scheme: "basic", secret: "PING_PASSWORD", username: "PING_USER"},
	},
}

func TestVariablesOfPairsBelongTogether(t *testing.T) {
	for _, name := range []string{"PING_ID", "PING_SECRET", "PING_PASSWORD", "PING_USER"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "s3cret")
			options := pingEnvironment.options()
			_, err := newCore(&guarded, options)
			if err == nil || !strings.Contains(err.Error(), "PING_") || strings.Contains(err.Error(), "s3cret") {
				t.Error(err)
			}
			options = append(options, withCredentials("key", NewSecret("k")), withCredentials("basic", newBasic("a", "b")))
			if _, err := newCore(&guarded, options); err != nil {
				t.Errorf("options do not replace it: %v", err)
			}
		})
	}
}

func TestOptionsReplaceTheEnvironment(t *testing.T) {
	t.Setenv("PING_HOST", "http://one.example")
	t.Setenv("PING_USER", "u")
	t.Setenv("PING_PASSWORD", "p")
	core, err := newCore(&guarded, append(pingEnvironment.options(), withVariable("host", "http://two.example")))
	if err != nil || core.servers.variables["host"] != "http://two.example" {
		t.Errorf("%v (%v)", core, err)
	}
	if key, ok := core.keyring["basic"].(fixedKey); !ok || key.value.Expose() != "dTpw" {
		t.Errorf("%v", core.keyring)
	}
}
