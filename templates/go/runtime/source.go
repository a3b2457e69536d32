package sdk

import (
	"errors"
	"io"
	"iter"
	"sync"

	"sdk/internal/wire"
)

// ItemSource yields the items of a streamed request body, each sent as soon as it is available. An
// error ends the request. The items cannot be produced a second time, so the request is never
// retried, whatever the [RetryPolicy]. The time limit of the attempt starts after the last item. An
// iter.Seq2 can be converted to an ItemSource.
type ItemSource[Item any] func(yield func(Item, error) bool)

// ItemsOf returns a source of the items of a slice.
func ItemsOf[Item any](items []Item) ItemSource[Item] {
	return func(yield func(Item, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}

// itemWriter is implemented by items that are not sent as plain JSON.
type itemWriter interface {
	written(text bool) ([]byte, error)
}

func (e ServerSentEvent[Data]) written(text bool) ([]byte, error) {
	event := wire.Event{Type: e.Event, ID: e.ID, Retry: e.Retry}
	if data, ok := any(e.Data).(string); ok && text {
		event.Data = data
		return event.Write(), nil
	}
	data, err := encodeJSON(e.Data)
	event.Data = string(data)
	return event.Write(), err
}

// setStream sets a streamed body.
func setStream[Item any](r *request, mediaType string, form itemForm, body ItemSource[Item]) {
	if body == nil {
		r.fail(errors.New("the body is nil and has no items"))
		return
	}
	parts := newPartWriter(form.part)
	isParts := form.framing == framedParts
	if isParts {
		mediaType += "; boundary=" + parts.boundary
	}
	chunks := func(yield func([]byte, error) bool) {
		if isParts && !yield(parts.start(), nil) {
			return
		}
		for item, err := range body {
			var chunk []byte
			if err == nil && isParts {
				chunk, err = parts.item(item)
			} else if err == nil {
				chunk, err = frameItem(form, item)
			}
			if !yield(chunk, err) || err != nil {
				return
			}
		}
		if isParts {
			yield(parts.end(), nil)
		}
		if form.end != "" {
			yield(wire.Event{Data: form.end}.Write(), nil)
		}
	}
	r.mediaType, r.hasBody = mediaType, true
	r.source = &source{chunks: chunks}
}

func frameItem(form itemForm, item any) ([]byte, error) {
	if form.jsonEvents != nil {
		return writeEventObject(item, form.jsonEvents)
	}
	if event, ok := item.(itemWriter); ok && form.framing == framedEvents {
		return event.written(form.text)
	}
	chunk, err := encodeJSON(item)
	if form.framing == framedSequence {
		chunk = append([]byte{0x1e}, chunk...)
	}
	return append(chunk, '\n'), err
}

// source is a streamed body, which can be sent only once.
type source struct {
	chunks iter.Seq2[[]byte, error]
	// sent is called after the last item.
	sent func()
	next func() ([]byte, error, bool)
	stop func()
	rest []byte
	err  error
	lock sync.Mutex
	// closing guards closed, so that Close need not wait for an item.
	closing sync.Mutex
	closed  bool
}

// Read reads bytes of the next items.
func (s *source) Read(into []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	defer s.release()
	if s.isClosed() {
		return 0, errors.New("the body is closed")
	}
	if s.next == nil && s.err == nil {
		s.next, s.stop = iter.Pull2(s.chunks)
	}
	for len(s.rest) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		chunk, err, more := s.next()
		switch {
		case !more:
			s.err = io.EOF
			s.sent()
		case err != nil:
			s.err = err
		default:
			s.rest = chunk
		}
	}
	count := copy(into, s.rest)
	s.rest = s.rest[count:]
	return count, nil
}

// Close ends the iteration, as soon as no item is being waited for.
func (s *source) Close() error {
	s.closing.Lock()
	s.closed = true
	s.closing.Unlock()
	if s.lock.TryLock() {
		s.release()
		s.lock.Unlock()
	}
	return nil
}

// failure returns the error that ended the body early, or nil.
func (s *source) failure() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

func (s *source) isClosed() bool {
	s.closing.Lock()
	defer s.closing.Unlock()
	return s.closed
}

// release ends the iteration if the body is closed.
func (s *source) release() {
	if s.isClosed() && s.stop != nil {
		s.stop()
		s.stop = nil
	}
}
