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
	// Event is the type; "message" unless the event has one.
	Event string
	// Data is what the event says.
	Data Data
	// ID is the last event ID: that of this event, or of the last one that had one.
	ID string
	// Retry is the reconnection time that the event sets; nil for none.
	Retry *time.Duration
}

// fill sets what came with the data, and gives the place of the data.
func (e *ServerSentEvent[Data]) fill(from frame) any {
	e.Event, e.ID, e.Retry = from.event, from.id, from.retry
	return &e.Data
}

// ItemStream is an answer whose items are read as they arrive; they can be iterated once. The
// connection is closed when the iteration ends, however it does, by Close, and with the context of
// the call.
//
// Iteration ends with an error: a TransportError where the stream breaks off, an UnreadableError for
// an item that is not what the description says, and a TooLargeError for one of more bytes than
// [WithResponseLimit] says. Where the connection of a stream of events breaks, the client asks for
// what follows the last event that has an ID, if the request may be repeated, as often as its
// [RetryPolicy] allows without an event between.
type ItemStream[Item any] struct {
	walk *streamWalk
}

// Items gives the items. Iteration stops after the first error.
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

// Close closes the connection; an iteration that is under way ends. It may be called more than once.
func (s *ItemStream[Item]) Close() { s.walk.close() }

// open begins with the answer of a call.
func (s *ItemStream[Item]) open(walk *streamWalk) { s.walk = walk }

// openBody is the body of a stream that is still open.
type openBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// close closes the connection, whoever is reading.
func (b *openBody) close() {
	b.cancel()
	_ = b.Close()
}

// openStream makes the typed stream of an answer.
func (c *core) openStream(ctx context.Context, called *called, content *content, raw *RawResponse) any {
	walk := &streamWalk{core: c, ctx: ctx, called: called, content: content, raw: raw, attempt: 1}
	walk.reader = newFrameReader(content.framing, raw.stream, c.limit, &walk.state)
	stream := reflect.New(reflect.TypeOf(content.target).Elem()).Interface()
	stream.(interface{ open(walk *streamWalk) }).open(walk)
	return stream
}

// called is a call, as far as it is made.
type called struct {
	operation *operation
	made      *prepared
	grants    []*grant
	teller    *teller
}

// streamWalk is a way through a stream, over one connection or several.
type streamWalk struct {
	core    *core
	ctx     context.Context
	called  *called
	content *content
	raw     *RawResponse
	reader  frameReader
	state   eventState
	count   int
	// attempt is how many connections were tried since the last item.
	attempt int
	ended   bool
	lock    sync.Mutex
	// closed is set by whoever closes the stream, and lock guards it and the body.
	closed bool
}

// next reads the next item into what target points to; false at the end.
func (w *streamWalk) next(target any) (bool, error) {
	for !w.ended && !w.isClosed() {
		from, err := w.reader.next()
		if err == nil {
			if w.content.end != "" && string(from.content) == w.content.end {
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
	if w.content.text {
		*target.(*string) = string(from.content)
		return nil
	}
	if from.last {
		if _, err := parseJSON(from.content); err != nil {
			return errCutOff
		}
	}
	unknown, err := decodeJSON(from.content, target)
	if told := w.core.observer.UnknownMembers; err == nil && told != nil && len(unknown) > 0 {
		told(w.called.operation.id, unknown)
	}
	return err
}

// failure gives an error of reading as that of a call.
func (w *streamWalk) failure(err error) error {
	if fault, ok := errorAs[*DecodeError](err); ok {
		return &UnreadableError{w.called.operation.id, fault, w.raw}
	}
	if _, ok := errorAs[*TooLargeError](err); ok {
		return err
	}
	return failure(w.ctx, err)
}

// resume connects again, if that can lead anywhere; nothing follows where there is no more.
func (w *streamWalk) resume(err error) (bool, error) {
	wait, again := w.wait(err)
	if !again {
		return false, err
	}
	w.raw.stream.close()
	if told := w.core.observer.Retried; told != nil {
		told(Retry{Operation: w.called.operation.id, Attempt: w.attempt, Wait: wait})
	}
	if err := w.core.clock.Sleep(w.ctx, wait); err != nil {
		return false, &TransportError{Err: err}
	}
	w.attempt++
	raw, err := w.reopen()
	if err != nil || raw == nil {
		return false, err
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	w.raw = raw
	w.reader = newFrameReader(framedEvents, raw.stream, w.core.limit, &w.state)
	if w.closed {
		raw.stream.close()
	}
	return true, nil
}

// wait says how long to wait before the next connection, and whether there is one. Events without an
// ID cannot be gone on from.
func (w *streamWalk) wait(err error) (time.Duration, bool) {
	last := w.state.lastID
	_, isBroken := errorAs[*TransportError](err)
	isKnown := last != "" || w.count == 0
	if w.content.framing != framedEvents || !isBroken || !isKnown || !isSendable(last) || w.ctx.Err() != nil {
		return 0, false
	}
	policy := w.core.retry
	wait, again := policy.wait(w.attempt, w.called.made.idempotent, nil, err, w.core.clock)
	return max(wait, w.state.retry), again && w.state.retry <= policy.LongestRetryAfter
}

// isSendable says whether any header field can have the ID: visible ASCII, with spaces between.
func isSendable(id string) bool {
	const longest = 1024
	for _, char := range []byte(id) {
		if char < ' ' || char > '~' {
			return false
		}
	}
	return strings.TrimSpace(id) == id && len(id) <= longest
}

// reopen asks for what follows the last event; nil where the service has no more.
func (w *streamWalk) reopen() (*RawResponse, error) {
	made := *w.called.made
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
