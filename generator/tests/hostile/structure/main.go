// Structure prints the structure of Go files, parsed by the Go parser: for each file below the
// given folder, the skeleton of each declaration and all strings. In a skeleton, names have a
// dollar sign, and literals are shown by kind.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

type file struct {
	Declarations []string `json:"declarations"`
	Strings      []string `json:"strings"`
}

// directive matches a comment that has a meaning for a tool.
var directive = regexp.MustCompile(`^//(go:|line |export |extern |[a-z0-9]+:[a-z0-9])|^/\*line `)

func main() {
	root := os.Args[1]
	found := map[string]*file{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		found[name], err = inspect(path)
		return err
	})
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(found)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func inspect(path string) (*file, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	made := &file{Declarations: []string{"package $" + parsed.Name.Name}, Strings: []string{}}
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			if directive.MatchString(comment.Text) || constraint.IsPlusBuild(comment.Text) {
				made.Declarations = append(made.Declarations, "directive "+comment.Text)
			}
		}
	}
	for _, declaration := range parsed.Decls {
		var out strings.Builder
		made.skeleton(&out, declaration)
		made.Declarations = append(made.Declarations, out.String())
	}
	return made, nil
}

// skeleton writes the kinds and the names of a node and everything below it.
func (made *file) skeleton(out *strings.Builder, node ast.Node) {
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case nil:
			out.WriteString(") ")
		case *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.Ident:
			out.WriteString("( $" + node.Name + " ")
		case *ast.BasicLit:
			out.WriteString("( " + node.Kind.String() + " ")
			made.add(node)
		default:
			out.WriteString("( " + reflect.TypeOf(node).Elem().Name() + " ")
		}
		return true
	})
}

// add records a string, and the name in the tag of a field.
func (made *file) add(literal *ast.BasicLit) {
	text, err := strconv.Unquote(literal.Value)
	if err != nil || literal.Kind != token.STRING {
		return
	}
	made.Strings = append(made.Strings, text)
	if quoted, ok := strings.CutPrefix(text, "api:"); ok {
		if tag, err := strconv.Unquote(quoted); err == nil && strings.Contains(tag, ",") {
			made.Strings = append(made.Strings, tag[:strings.LastIndexByte(tag, ',')])
		}
	}
}
