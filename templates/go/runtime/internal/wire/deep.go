package wire

import (
	"fmt"
	"strconv"
	"strings"
)

// deepestQuery is the maximum nesting depth in style deepObject.
const deepestQuery = 16

// writeDeep encodes a value in style deepObject, as pairs joined by &. OpenAPI does not define
// nested values; they are written as most servers read them.
func writeDeep(p *Parameter, e escape, value any) (string, error) {
	var name strings.Builder
	if err := e.pushName(&name, p.Name, ""); err != nil {
		return "", err
	}
	w := deepWriter{escape: e, asJSON: p.JSON}
	err := w.write(name.String(), value, 0)
	return strings.Join(w.pairs, "&"), err
}

type deepWriter struct {
	escape escape
	asJSON bool
	pairs  []string
}

func (w *deepWriter) write(name string, value any, depth int) error {
	if depth > deepestQuery {
		return fmt.Errorf("an object in a query cannot nest deeper than %d", deepestQuery)
	}
	switch value := value.(type) {
	case []any:
		if !w.asJSON {
			return w.items(name, value, depth)
		}
	case Object:
		if !w.asJSON {
			return w.members(name, value, depth)
		}
	}
	var out strings.Builder
	err := w.escape.push(&out, text(value, w.asJSON), "")
	w.pairs = append(w.pairs, name+"="+out.String())
	return err
}

func (w *deepWriter) members(name string, members Object, depth int) error {
	for _, member := range members {
		if member.Value == nil {
			continue
		}
		if err := w.within(name, member.Name, member.Value, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *deepWriter) items(name string, items []any, depth int) error {
	plain := true
	for _, item := range items {
		switch item.(type) {
		case []any, Object:
			plain = false
		}
	}
	index := 0
	for _, item := range items {
		if item == nil {
			continue
		}
		key := ""
		if !plain {
			key = strconv.Itoa(index)
		}
		if err := w.within(name, key, item, depth); err != nil {
			return err
		}
		index++
	}
	return nil
}

func (w *deepWriter) within(name, key string, value any, depth int) error {
	if strings.ContainsAny(key, "[]") {
		return refusal(key, "a bracket")
	}
	var escaped strings.Builder
	if err := w.escape.pushName(&escaped, key, ""); err != nil {
		return err
	}
	// A query cannot contain brackets (RFC 3986 §3.4).
	return w.write(name+"%5B"+escaped.String()+"%5D", value, depth+1)
}
