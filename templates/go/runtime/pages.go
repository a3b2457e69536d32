package sdk

import (
	"context"
	"encoding/json"
	"iter"
)

// items gives the items of a list, one after the other. The next page is asked for when the items
// of the last one are used up, by the parameter at index offset; after an error there is nothing
// more. Every iteration starts anew.
func items[P, T any](ctx context.Context, c *core, first *request, options []RequestOption, offset int, split func(*P) ([]T, any)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		next := *first
		next.texts = append([]string(nil), first.texts...)
		sent := map[string]bool{next.texts[offset]: true}
		for {
			asked := next
			page, err := pointerTo[P](c.send(ctx, &asked, options))
			if err != nil {
				yield(none, err)
				return
			}
			list, after := split(page)
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			text, err := json.Marshal(after)
			if err == nil && string(text) == "null" {
				return
			}
			next.set(offset, after)
			if text := next.texts[offset]; next.fault == nil && sent[text] {
				yield(none, &PageLoopError{first.operation.id, text})
				return
			}
			sent[next.texts[offset]] = true
		}
	}
}
