package sdk

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"
)

// ServerSentEvent is an event of a stream (HTML §9.2).
type ServerSentEvent[Data any] struct {
	// Event is the event type; "message" by default.
	Event string
	// Data is the data of the event.
	Data Data
	// ID is the last event ID: that of this event, or of the most recent one with an ID.
	ID string
	// Retry is the reconnection time that the event sets; nil for none.
	Retry *time.Duration
}

// fill sets the fields other than the data, and returns a pointer to the data.
func (e *ServerSentEvent[Data]) fill(from frame) any {
	e.Event, e.ID, e.Retry = from.event, from.id, from.retry
	return &e.Data
}

// ItemStream is a streamed response. Its items are read as they arrive and can be iterated once.
// The connection is closed when the iteration ends, by Close, and when the context of the call
// ends.
//
// Iteration stops after the first error: a TransportError if the stream is interrupted, an
// UnreadableError for an item that does not have the declared shape, or a TooLargeError for an item
// with more bytes than [WithResponseLimit] allows. If the connection of an event stream breaks and
// the request may be repeated, the client reconnects and resumes after the last event that has an
// ID, as often in a row as its [RetryPolicy] allows.
type ItemStream[Item any] struct {
	walk *streamWalk
}

// Items returns the items. Iteration stops after the first error.
func (s *ItemStream[Item]) Items() iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		defer s.Close()
		for {
			var item, none Item
			more, err := s.walk.next(&item)
			if err != nil {
				yield(none, err)
				return
			}
			if !more || !yield(item, nil) {
				return
			}
		}
	}
}

// Close closes the connection and ends an iteration in progress. It may be called more than once.
func (s *ItemStream[Item]) Close() { s.walk.close() }

// open starts the stream of a response.
func (s *ItemStream[Item]) open(walk *streamWalk) { s.walk = walk }

// openBody is the body of a stream that is still open.
type openBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// close closes the connection, even while it is being read.
func (b *openBody) close() {
	b.cancel()
	_ = b.Close()
}

// openStream creates the typed stream of a response.
func (c *core) openStream(ctx context.Context, called *called, content *content, raw *RawResponse) any {
	walk := &streamWalk{core: c, ctx: ctx, called: called, content: content, raw: raw, attempt: 1}
	walk.reader = newFrameReader(content.items.framing, raw.stream, c.limit, raw.Header.Get("Content-Type"), &walk.state)
	stream := reflect.New(reflect.TypeOf(content.target).Elem()).Interface()
	stream.(interface{ open(walk *streamWalk) }).open(walk)
	return stream
}

// called is a call that has been sent.
type called struct {
	operation *operation
	made      *prepared
	grants    []*grant
	writer    *messageWriter
}

// streamWalk is an iteration over a stream, over one connection or several.
type streamWalk struct {
	core    *core
	ctx     context.Context
	called  *called
	content *content
	raw     *RawResponse
	reader  frameReader
	state   eventState
	count   int
	// attempt is the number of connection attempts since the last item.
	attempt int
	ended   bool
	lock    sync.Mutex
	// closed is whether the stream was closed; lock guards it and the body.
	closed bool
}

// next decodes the next item into target, which is a pointer; it returns false at the end.
func (w *streamWalk) next(target any) (bool, error) {
	for !w.ended && !w.isClosed() {
		from, err := w.reader.next()
		if err == nil {
			if w.content.items.end != "" && string(from.content) == w.content.items.end {
				break
			}
			w.attempt = 1
			w.count++
			err = w.decode(from, target)
			if err == nil {
				return true, nil
			}
		}
		if err == io.EOF || w.isClosed() {
			break
		}
		more, err := w.resume(w.failure(err))
		if err != nil {
			w.ended = true
			return false, located(err, w.called.operation.id)
		}
		if !more {
			break
		}
	}
	w.ended = true
	return false, nil
}

func (w *streamWalk) decode(from frame, target any) error {
	if event, ok := target.(interface{ fill(from frame) any }); ok {
		target = event.fill(from)
	}
	if w.content.items.text {
		*target.(*string) = string(from.content)
		return nil
	}
	if from.last {
		if _, err := parseJSON(from.content); err != nil {
			return errCutOff
		}
	}
	unknown, err := w.decodeInto(from, target)
	if notify := w.core.observer.UnknownMembers; err == nil && notify != nil && len(unknown) > 0 {
		notify(w.called.operation.id, unknown)
	}
	return err
}

func (w *streamWalk) decodeInto(from frame, target any) ([]string, error) {
	if names := w.content.items.jsonEvents; names != nil {
		object, err := eventObject(from, names)
		if err != nil {
			return nil, err
		}
		return decodeTree(object, target)
	}
	content, err := w.content.items.part.jsonOf(from.content)
	if err != nil {
		return nil, err
	}
	return decodeJSON(content, target)
}

// failure converts an error of reading to one of the call.
func (w *streamWalk) failure(err error) error {
	if fault, ok := errorAs[*DecodeError](err); ok {
		return &UnreadableError{w.called.operation.id, fault, w.raw}
	}
	if _, ok := errorAs[*TooLargeError](err); ok {
		return err
	}
	return failure(w.ctx, err)
}

// resume reconnects if the request may be repeated; it returns false if there is nothing more.
func (w *streamWalk) resume(err error) (bool, error) {
	wait, again := w.wait(err)
	if !again {
		return false, err
	}
	w.raw.stream.close()
	if notify := w.core.observer.Retried; notify != nil {
		notify(Retry{Operation: w.called.operation.id, Attempt: w.attempt, Wait: wait})
	}
	if err := w.core.clock.Sleep(w.ctx, wait); err != nil {
		return false, ended(w.ctx, err)
	}
	w.attempt++
	raw, err := w.reopen()
	if err != nil || raw == nil {
		return false, err
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	w.raw = raw
	w.reader = newFrameReader(framedEvents, raw.stream, w.core.limit, "", &w.state)
	if w.closed {
		raw.stream.close()
	}
	return true, nil
}

// wait returns how long to wait before reconnecting, and whether to reconnect. Events without an ID
// cannot be resumed.
func (w *streamWalk) wait(err error) (time.Duration, bool) {
	last := w.state.lastID
	_, isBroken := errorAs[*TransportError](err)
	isKnown := last != "" || w.count == 0
	if w.content.items.framing != framedEvents || !isBroken || !isKnown || !isSendable(last) || w.ctx.Err() != nil {
		return 0, false
	}
	policy := w.called.made.retry
	wait, again := policy.wait(w.attempt, w.called.made.idempotent, nil, err, w.core.clock)
	wait = max(wait, w.state.retry)
	again = again && w.state.retry <= policy.LongestRetryAfter
	return wait, again && (*limit)(nil).allows(w.ctx, wait)
}

// isSendable reports whether a header field can contain the ID: visible ASCII with inner spaces.
func isSendable(id string) bool {
	const longest = 1024
	for _, char := range []byte(id) {
		if char < ' ' || char > '~' {
			return false
		}
	}
	return strings.TrimSpace(id) == id && len(id) <= longest
}

// reopen requests the events after the last one; nil if the service has no more.
func (w *streamWalk) reopen() (*RawResponse, error) {
	made := *w.called.made
	made.limit = nil // It was for the first response.
	made.header = made.header.Clone()
	if w.state.lastID != "" {
		made.header.Set("Last-Event-ID", w.state.lastID)
	}
	raw, err := w.core.exchange(w.ctx, &made, w.called.grants)
	if err != nil || raw.stream != nil {
		return raw, err
	}
	if raw.Status == http.StatusNoContent {
		return nil, nil
	}
	if _, err := w.core.read(w.ctx, w.called, raw); err != nil {
		return nil, err
	}
	return nil, &TransportError{Err: errors.New("the service does not resume the stream")}
}

func (w *streamWalk) isClosed() bool {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.closed
}

func (w *streamWalk) close() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if !w.closed {
		w.closed = true
		w.raw.stream.close()
	}
}
