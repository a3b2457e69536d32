package wire

import (
	"errors"
	"fmt"
	"strings"
)

// Write returns the text of a parameter, ready to be inserted in the request; empty if nothing is
// sent. The value is one that [Parse] returns.
//
//   - path: the replacement of {name}, such as 5, .5 or ;id=5; never empty.
//   - query: one or more name=value, joined by &, or the whole query.
//   - header: the value of the field.
//   - cookie: one or more name=value, joined by "; ".
func Write(p *Parameter, value any) (string, error) {
	text, err := write(p, escapeOf(p), value)
	if err == nil && p.In == Path && (text == "" || text == "." || text == "..") {
		err = fmt.Errorf("the path parameter %q cannot be %q: it would lead to another path", p.Name, text)
	}
	return text, err
}

// WriteForm returns the text of an application/x-www-form-urlencoded body. The listed fields come
// first and in order; other properties follow as text.
func WriteForm(fields []Parameter, value any) (string, error) {
	members, ok := value.(Object)
	if !ok && value != nil {
		return "", errors.New("only an object can be sent as a form")
	}
	var pairs []string
	known := make(map[string]bool, len(fields))
	for index := range fields {
		field := &fields[index]
		known[field.Name] = true
		for _, member := range members {
			if member.Name != field.Name {
				continue
			}
			pair, err := write(field, escape{reserved: field.Reserved, form: true}, member.Value)
			if err != nil {
				return "", err
			}
			pairs = append(pairs, pair)
		}
	}
	for _, member := range members {
		if !known[member.Name] {
			pairs = append(pairs, unlisted(member))
		}
	}
	return joinFull(pairs, "&"), nil
}

// unlisted encodes a form field that the description does not define; a list is written as repeated
// pairs.
func unlisted(member Member) string {
	items, ok := member.Value.([]any)
	if !ok {
		items = []any{member.Value}
	}
	var pairs []string
	for _, item := range items {
		if item != nil {
			pairs = append(pairs, EncodeFormPair(member.Name, text(item, false)))
		}
	}
	return strings.Join(pairs, "&")
}

// joinFull joins the texts that are not empty.
func joinFull(texts []string, separator string) string {
	full := texts[:0]
	for _, text := range texts {
		if text != "" {
			full = append(full, text)
		}
	}
	return strings.Join(full, separator)
}

func write(p *Parameter, e escape, value any) (string, error) {
	if value == nil {
		return "", nil
	}
	if p.isDeep() {
		return writeDeep(p, e, value)
	}
	w := writer{parameter: p, escape: e, layout: layoutOf(p)}
	err := w.write(value)
	return w.out.String(), err
}

type writer struct {
	parameter *Parameter
	escape    escape
	layout    layout
	out       strings.Builder
	started   bool
}

func (w *writer) write(value any) error {
	switch value := value.(type) {
	case []any:
		if !w.parameter.JSON {
			return w.items(value)
		}
	case Object:
		if !w.parameter.JSON {
			return w.members(value)
		}
	}
	return w.within([]string{text(value, w.parameter.JSON)}, "")
}

func (w *writer) items(items []any) error {
	var texts []string
	for _, item := range items {
		// A null item is not sent (RFC 6570 §2.3).
		if item != nil {
			texts = append(texts, text(item, false))
		}
	}
	if !w.parameter.explode() {
		return w.within(texts, w.layout.within)
	}
	for index := range texts {
		if err := w.within(texts[index:index+1], w.layout.apart); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) members(members Object) error {
	var texts []string
	for _, member := range members {
		if member.Value != nil {
			texts = append(texts, member.Name, text(member.Value, false))
		}
	}
	if !w.parameter.explode() {
		return w.within(texts, w.layout.within)
	}
	for index := 0; index < len(texts); index += 2 {
		if err := w.member(texts[index], texts[index+1]); err != nil {
			return err
		}
	}
	return nil
}

// member writes a property as a separate pair.
func (w *writer) member(name, text string) error {
	var value strings.Builder
	if err := w.escape.push(&value, text, w.layout.apart); err != nil {
		return err
	}
	w.delimit()
	if err := w.escape.pushName(&w.out, name, w.layout.apart); err != nil {
		return err
	}
	w.assign(value.String())
	return nil
}

// within writes a value that consists of texts; without texts, nothing is written.
func (w *writer) within(texts []string, delimiter string) error {
	if len(texts) == 0 {
		return nil
	}
	var value strings.Builder
	for index, text := range texts {
		switch {
		case index == 0:
		case delimiter == " ":
			// A query can contain neither of them (RFC 3986 §3.4).
			value.WriteString("%20")
		case delimiter == "|":
			value.WriteString("%7C")
		default:
			value.WriteString(delimiter)
		}
		if err := w.escape.push(&value, text, delimiter); err != nil {
			return err
		}
	}
	w.delimit()
	if !w.layout.named {
		w.out.WriteString(value.String())
		return nil
	}
	if err := w.escape.pushName(&w.out, w.parameter.Name, ""); err != nil {
		return err
	}
	w.assign(value.String())
	return nil
}

func (w *writer) assign(value string) {
	if !w.layout.bare || value != "" {
		w.out.WriteByte('=')
	}
	w.out.WriteString(value)
}

func (w *writer) delimit() {
	delimiter := w.layout.apart
	switch {
	case !w.started:
		delimiter = w.layout.first
	case delimiter == ";" && w.parameter.In == Cookie:
		delimiter = "; "
	}
	w.started = true
	w.out.WriteString(delimiter)
}
