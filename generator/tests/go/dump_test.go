package apiclient_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestDump prints every string literal of the generated files, including the names in the tags of
// fields, and reports whether anything other than strings was generated from the strings of the
// description.
func TestDump(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	set := token.NewFileSet()
	for _, file := range files {
		name := file.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				if strings.Contains(node.Name, "PWN") || node.Name == "init" {
					t.Errorf("%s has the identifier %s", name, node.Name)
				}
			case *ast.Field:
				if node.Tag != nil {
					addTag(t, seen, node.Tag.Value)
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(node.Value); err == nil && node.Kind == token.STRING {
					seen[text] = true
				}
			}
			return true
		})
	}
	list := make([]string, 0, len(seen))
	for text := range seen {
		list = append(list, text)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("DUMP %s\n", text)
}

func addTag(t *testing.T, seen map[string]bool, literal string) {
	tag, err := strconv.Unquote(literal)
	if err != nil {
		t.Fatal(err)
	}
	quoted, ok := strings.CutPrefix(tag, "api:")
	text, err := strconv.Unquote(quoted)
	if !ok || err != nil {
		t.Fatalf("the tag %s cannot be read", literal)
	}
	seen[text[:strings.LastIndexByte(text, ',')]] = true
}
