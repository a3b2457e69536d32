// Fails if the responses lack what its arguments name: KIND:PATH:POINTER.
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
)

func well(value any, steps []string, kind string) bool {
	lenient := kind == "not-null" || kind == "inside" && len(steps) > 1
	if steps[0] == "*" {
		items, ok := value.([]any)
		if !ok {
			return lenient
		}
		for _, item := range items {
			if !well(item, steps[1:], kind) {
				return false
			}
		}
		return true
	}
	properties, _ := value.(map[string]any)
	inner, ok := properties[steps[0]]
	if !ok {
		return lenient
	}
	if len(steps) > 1 {
		return well(inner, steps[1:], kind)
	}
	return kind == "present" || kind == "inside" || inner != nil
}

func fetch(path string) any {
	response, err := http.Get(os.Getenv("ITEMS_URL") + path)
	if err != nil {
		os.Exit(2)
	}
	var body any
	if json.NewDecoder(response.Body).Decode(&body) != nil {
		os.Exit(2)
	}
	return body
}

func main() {
	bodies := map[string]any{"/first": fetch("/first"), "/second": fetch("/second")}
	for _, need := range os.Args[1:] {
		parts := strings.Split(need, ":")
		if !well(bodies[parts[1]], strings.Split(parts[2], "/")[1:], parts[0]) {
			os.Exit(1)
		}
	}
}
