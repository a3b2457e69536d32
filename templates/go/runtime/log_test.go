package sdk

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheEnvironmentSetsTheLog(t *testing.T) {
	for level, wanted := range map[string]int{"debug": 4, "info": 2, "warn": 0, "": 0, "trace": 0, "DEBUG": 0} {
		t.Setenv("PING_LOG", level)
		file, err := os.Create(filepath.Join(t.TempDir(), "log"))
		if err != nil {
			t.Fatal(err)
		}
		before := os.Stderr
		os.Stderr = file
		_, core := newGuarded(t)
		os.Stderr = before
		t.Setenv("PING_LOG", "")
		if _, err := pong(core); err != nil {
			t.Error(err)
		}
		_ = file.Close()
		text, err := os.ReadFile(file.Name())
		if err != nil || strings.Count(string(text), "\n") != wanted {
			t.Errorf("%q: %s (%v)", level, text, err)
		}
		const line = `level=INFO msg="ping: GET /ping attempt 1: 200 after 0 ms"`
		if wanted > 0 && !strings.Contains(string(text), line) {
			t.Errorf("%q: %s", level, text)
		}
	}
}

func TestLoggedIDsShowNoSecrets(t *testing.T) {
	log := &lines{}
	stage, core := newGuarded(t, WithMiddleware(LogAttempts(slog.New(log))))
	headers := map[string]string{"x-request-id": "r " + hiddenToken, "content-type": "text/plain"}
	stage.answers = []answerVector{{Status: 200, Headers: headers, Body: vectorBody("pong")}}
	if _, err := pong(core); err != nil {
		t.Error(err)
	}
	last := log.texts[len(log.texts)-1]
	if last != "info ping: GET /ping attempt 1: 200 after 0 ms (request r [redacted])" {
		t.Error(last)
	}
}
