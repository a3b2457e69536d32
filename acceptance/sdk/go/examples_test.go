package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The examples of the module run against the sandbox, and print something.
func TestExamples(t *testing.T) {
	running(t)
	module := filepath.Join("..", "..", "..", "generated", "go")
	folders, err := os.ReadDir(filepath.Join(module, "examples"))
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no examples", err)
	}
	for _, folder := range folders {
		program := exec.Command("go", "run", "./examples/"+folder.Name())
		program.Dir = module
		if text, err := program.CombinedOutput(); err != nil || len(text) == 0 {
			t.Errorf("%s: %v: %s", folder.Name(), err, text)
		}
	}
}
