package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sdk/internal/wire"
)

// paging is how the pages of a list are linked. Its paths are property names, starting at the body;
// an empty path leads to nothing.
type paging struct {
	// by is "cursor", "offset", "page", "last-item", "url" or "link".
	by string
	// parameter is the name of the query parameter that selects the page, or empty.
	parameter string
	// items is the path to the items; empty if the body is the list itself.
	items []string
	// next is the path to the next value of the parameter, from the last item if by is "last-item".
	next []string
	// more is the path to the property that is false on the last page.
	more []string
	// total is the path to the total number of items.
	total []string
	// first is the first offset or page number, unless the caller sets one.
	first int
}

// isAddress reports whether responses contain the address of the next page.
func (p *paging) isAddress() bool { return p.by == "url" || p.by == "link" }

// isCounted reports whether the client computes the next value of the parameter itself.
func (p *paging) isCounted() bool { return p.by == "offset" || p.by == "page" || p.by == "last-item" }

// items returns the items of a paginated list. The next page is requested once all items of the
// current one are returned. Iteration stops after the first error. Each iteration starts from the
// beginning.
func items[P, T any](ctx context.Context, c *core, first *request, options []RequestOption, how paging, split func(*P) []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		walk := newPageWalk(c, first, options, how)
		for {
			asked := walk.next
			made, err := c.send(ctx, &asked, options)
			page, err := pointerTo[P](made, err)
			if err != nil {
				yield(none, err)
				return
			}
			list := split(page)
			if err := walk.take(made.raw, len(list)); err != nil {
				yield(none, err)
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			more, err := walk.turn(made.raw, len(list))
			if err != nil {
				yield(none, err)
				return
			}
			if !more {
				return
			}
		}
	}
}

// pageWalk is an iteration over the pages of a list.
type pageWalk struct {
	core *core
	how  paging
	// parameter is the index of the parameter that selects the page, or negative.
	parameter int
	// next is the request for the next page.
	next request
	sent map[string]bool
	// position is the offset or number of the page.
	position int
	// had is the number of items so far.
	had int
	// last is the last page. A server that ignores the counting parameter would return it again and
	// again.
	last []byte
}

func newPageWalk(c *core, first *request, options []RequestOption, how paging) *pageWalk {
	w := &pageWalk{core: c, how: how, next: *first, position: how.first, sent: map[string]bool{}}
	w.parameter = slices.IndexFunc(first.operation.parameters, func(one wire.Parameter) bool {
		return one.In == wire.Query && one.Name == how.parameter
	})
	w.next.texts = slices.Clone(first.texts)
	w.next.given = slices.Clone(first.given)
	if how.isAddress() {
		asked := w.next
		for _, option := range options {
			option(&asked)
		}
		c.fill(&asked)
		if address, err := c.address(&asked); err == nil {
			w.sent[address] = true
		}
		return w
	}
	text := w.next.texts[w.parameter]
	if text != "" {
		w.sent[text] = true
	}
	if start, err := strconv.Atoi(text[strings.LastIndexByte(text, '=')+1:]); err == nil {
		w.position = start
	}
	if how.by == "offset" {
		w.had = w.position - how.first
	}
	return w
}

// take records the items of a page.
func (w *pageWalk) take(raw *RawResponse, count int) error {
	if w.how.isCounted() && count > 0 && bytes.Equal(w.last, raw.Body) {
		return &PageLoopError{w.next.operation.id, w.next.texts[w.parameter]}
	}
	w.last = raw.Body
	w.had += count
	return nil
}

// turn advances to the page after one with count items, and reports whether there is one.
func (w *pageWalk) turn(raw *RawResponse, count int) (bool, error) {
	if w.how.by == "link" {
		return w.goTo(link(raw, "next"))
	}
	decoder := json.NewDecoder(bytes.NewReader(raw.Body))
	decoder.UseNumber()
	var body any
	if err := decoder.Decode(&body); err != nil {
		return false, nil
	}
	if reached(body, w.how.more) == false {
		return false, nil
	}
	if w.how.isCounted() && (count == 0 || w.isAll(body)) {
		return false, nil
	}
	switch w.how.by {
	case "offset":
		w.position += count
		return w.ask(w.position)
	case "page":
		w.position++
		return w.ask(w.position)
	case "last-item":
		list := body
		if len(w.how.items) > 0 {
			list = reached(body, w.how.items)
		}
		if list, ok := list.([]any); ok && len(list) > 0 {
			return w.ask(reached(list[len(list)-1], w.how.next))
		}
		return false, nil
	case "url":
		target, _ := reached(body, w.how.next).(string)
		return w.goTo(target)
	default:
		return w.ask(reached(body, w.how.next))
	}
}

func (w *pageWalk) isAll(body any) bool {
	number, ok := reached(body, w.how.total).(json.Number)
	total, err := number.Int64()
	return ok && err == nil && int64(w.had) >= total
}

// ask sets the parameter for the next page. The list ends if the value is absent, null, a boolean
// or empty.
func (w *pageWalk) ask(value any) (bool, error) {
	switch value.(type) {
	case nil, bool:
		return false, nil
	}
	if value == "" {
		return false, nil
	}
	w.next.set(w.parameter, value)
	text := w.next.texts[w.parameter]
	if w.next.fault != nil {
		return true, nil
	}
	return w.remember(text, text)
}

// goTo follows an address. It must have the same origin, so that credentials are not sent to
// another server.
func (w *pageWalk) goTo(target string) (bool, error) {
	if target == "" {
		return false, nil
	}
	away := &RequestError{w.next.operation.id, errors.New("the address of the next page is on another origin")}
	before, err := w.core.address(&w.next)
	if err != nil {
		return false, &RequestError{w.next.operation.id, err}
	}
	base, err := url.Parse(before)
	if err != nil {
		return false, away
	}
	next, err := base.Parse(target)
	if err != nil || next.User != nil || originOf(next) != originOf(base) {
		return false, away
	}
	next.Fragment, next.RawFragment = "", ""
	w.next.target = next.String()
	return w.remember(w.next.target, next.Path)
}

func (w *pageWalk) remember(text, shown string) (bool, error) {
	if w.sent[text] {
		return false, &PageLoopError{w.next.operation.id, shown}
	}
	w.sent[text] = true
	return true, nil
}

// originOf returns scheme, host and port (RFC 6454 §4).
func originOf(address *url.URL) [3]string {
	scheme, port := strings.ToLower(address.Scheme), address.Port()
	if port == "" {
		port = defaultPorts[scheme]
	}
	return [3]string{scheme, strings.ToLower(address.Hostname()), port}
}

// reached returns the value at a path.
func reached(value any, way []string) any {
	if len(way) == 0 {
		return nil
	}
	for _, name := range way {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	return value
}
