package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// written writes the program in the README that begins with a line, and returns its folder.
func written(t *testing.T, first, name string) string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "generated", "go", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), "```go\n"+first+"\n")
	program, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("the README has no program")
	}
	folder, err := os.MkdirTemp(".", "readme-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, []byte(first+"\n"+program), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("gofmt", "-l", folder).CombinedOutput(); err != nil || len(text) > 0 {
		t.Errorf("gofmt would change it: %s %v", text, err)
	}
	if text, err := exec.Command("go", "vet", "./"+folder).CombinedOutput(); err != nil {
		t.Fatalf("it does not compile: %s", text)
	}
	return folder
}

// TestTests runs the test in the README.
func TestTests(t *testing.T) {
	folder := written(t, "package example_test", "example_test.go")
	text, err := exec.Command("go", "test", "-count=1", "-v", "./"+folder).CombinedOutput()
	if err != nil || !strings.Contains(string(text), "--- PASS: TestRetries") {
		t.Errorf("it fails: %s %v", text, err)
	}
}

// TestQuickStart runs the program in the README.
func TestQuickStart(t *testing.T) {
	folder := written(t, "package main", "main.go")
	running(t)
	text, err := exec.Command("go", "run", "./"+folder).CombinedOutput()
	if err != nil || len(text) == 0 {
		t.Errorf("it fails: %s %v", text, err)
	}
}
