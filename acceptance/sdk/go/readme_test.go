package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestQuickStart runs the program in the README.
func TestQuickStart(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "generated", "go", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), "```go\npackage main\n")
	program, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("the README has no program")
	}
	folder, err := os.MkdirTemp(".", "quickstart-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	file := filepath.Join(folder, "main.go")
	if err := os.WriteFile(file, []byte("package main\n"+program), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("gofmt", "-l", folder).CombinedOutput(); err != nil || len(text) > 0 {
		t.Errorf("gofmt would change it: %s %v", text, err)
	}
	if text, err := exec.Command("go", "vet", "./"+folder).CombinedOutput(); err != nil {
		t.Fatalf("it does not compile: %s", text)
	}
	running(t)
	text, err := exec.Command("go", "run", "./"+folder).CombinedOutput()
	if err != nil || len(text) == 0 {
		t.Errorf("it fails: %s %v", text, err)
	}
}
