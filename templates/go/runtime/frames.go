package sdk

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// framing is how the items of a stream are delimited.
type framing uint8

const (
	framedEvents framing = iota + 1
	framedLines
	framedSequence
	framedParts
)

// frame is an item as received.
type frame struct {
	// content is the JSON of the item, or the data of an event, in UTF-8.
	content []byte
	// last is whether the stream ended without marking the end of the item, which may thus be cut off.
	last bool
	// event is the type of an event, and id the last event ID.
	event, id string
	// retry is the reconnection time that an event sets; nil for none.
	retry *time.Duration
}

// frameReader splits a stream into items. It buffers at most one item.
type frameReader interface {
	// next returns the next item. The error is io.EOF at the end, errCutOff if the stream ends within
	// an item, a DecodeError if the bytes do not have the format of the stream, or a TooLargeError.
	next() (frame, error)
}

// errCutOff is returned for a stream that ends in the middle of an item.
var errCutOff = fmt.Errorf("the stream ended in the middle of an item: %w", io.ErrUnexpectedEOF)

// newFrameReader creates the reader of a connection. A reader of events continues from state and
// updates it; mediaType is that of the response, which has the boundary of parts.
func newFrameReader(how framing, source io.Reader, limit int64, mediaType string, state *eventState) frameReader {
	buffered := bufio.NewReader(source)
	switch how {
	case framedLines:
		return &lineReader{itemBuffer{limit: limit}, buffered}
	case framedSequence:
		return &sequenceReader{text: itemBuffer{limit: limit}, source: buffered}
	case framedParts:
		return newPartReader(buffered, limit, mediaType)
	default:
		return &eventReader{line: itemBuffer{limit: limit}, source: buffered, state: state, id: state.lastID}
	}
}

// itemBuffer is a buffer with a size limit.
type itemBuffer struct {
	limit int64
	bytes []byte
}

func (g *itemBuffer) add(char byte) error {
	if int64(len(g.bytes)) >= g.limit {
		return &TooLargeError{Limit: g.limit, item: true}
	}
	g.bytes = append(g.bytes, char)
	return nil
}

func (g *itemBuffer) take() []byte {
	taken := g.bytes
	g.bytes = nil
	return taken
}

// eventState is what a connection of an event stream passes on to the next one.
type eventState struct {
	// lastID is the ID of the last event, from which the stream resumes.
	lastID string
	// retry is the reconnection time that the service requested; 0 for none.
	retry time.Duration
}

// eventReader splits a stream into events (HTML §9.2.6).
type eventReader struct {
	line   itemBuffer
	source *bufio.Reader
	state  *eventState
	// opened is whether the first line was read, and afterCR whether the next line feed belongs to the
	// end of the last line.
	opened, afterCR bool
	id, event       string
	data            [][]byte
	size            int64
	retry           *time.Duration
}

func (r *eventReader) next() (frame, error) {
	for {
		line, err := r.readLine()
		if err != nil {
			return frame{}, err
		}
		if !r.opened {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
			r.opened = true
		}
		if len(line) > 0 {
			if err := r.field(line); err != nil {
				return frame{}, err
			}
		} else if made, ok := r.dispatch(); ok {
			return made, nil
		}
	}
}

// readLine returns a line without its line break. An event without a closing blank line is dropped.
func (r *eventReader) readLine() ([]byte, error) {
	for {
		char, err := r.source.ReadByte()
		if err != nil {
			return nil, err
		}
		isPair := r.afterCR && char == '\n'
		r.afterCR = char == '\r'
		switch {
		case isPair:
		case char == '\n', char == '\r':
			return r.line.take(), nil
		default:
			if err := r.line.add(char); err != nil {
				return nil, err
			}
		}
	}
}

func (r *eventReader) field(line []byte) error {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		r.size += int64(len(value)) + 1
		if r.size > r.line.limit {
			return &TooLargeError{Limit: r.line.limit, item: true}
		}
		r.data = append(r.data, value)
	case "event":
		r.event = toValidText(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			r.id = toValidText(value)
		}
	case "retry":
		if isDigits(string(value)) {
			wait := milliseconds(string(value))
			r.state.retry, r.retry = wait, &wait
		}
	}
	return nil
}

// milliseconds parses a duration; a number with too many digits counts as the longest one.
func milliseconds(digits string) time.Duration {
	const longest = 1 << 40
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || number > longest {
		number = longest
	}
	return time.Duration(number) * time.Millisecond
}

func (r *eventReader) dispatch() (frame, bool) {
	r.state.lastID = r.id
	made := frame{event: r.event, id: r.id, retry: r.retry}
	data := r.data
	r.event, r.data, r.size, r.retry = "", nil, 0, nil
	if data == nil {
		return frame{}, false
	}
	if made.event == "" {
		made.event = "message"
	}
	made.content = []byte(toValidText(bytes.Join(data, []byte("\n"))))
	return made, true
}

// toValidText decodes UTF-8. Invalid bytes are replaced as in the Encoding Standard (§4.1): each
// longest sequence that could begin a character becomes one U+FFFD.
func toValidText(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	var made strings.Builder
	for len(text) > 0 {
		char, size := utf8.DecodeRune(text)
		if char == utf8.RuneError && size <= 1 {
			size = brokenLength(text)
		}
		made.WriteRune(char)
		text = text[size:]
	}
	return made.String()
}

// brokenLength returns how many bytes at the beginning could have begun a character.
func brokenLength(text []byte) int {
	low, high, needed := byte(0x80), byte(0xbf), 0
	switch first := text[0]; {
	case first >= 0xc2 && first <= 0xdf:
		needed = 1
	case first >= 0xe0 && first <= 0xef:
		needed = 2
		if first == 0xe0 {
			low = 0xa0
		} else if first == 0xed {
			high = 0x9f
		}
	case first >= 0xf0 && first <= 0xf4:
		needed = 3
		if first == 0xf0 {
			low = 0x90
		} else if first == 0xf4 {
			high = 0x8f
		}
	}
	length := 1
	for length <= needed && length < len(text) && text[length] >= low && text[length] <= high {
		low, high = 0x80, 0xbf
		length++
	}
	return length
}

// lineReader splits a stream into JSON texts, one per line.
type lineReader struct {
	line   itemBuffer
	source *bufio.Reader
}

func (r *lineReader) next() (frame, error) {
	for {
		char, err := r.source.ReadByte()
		switch {
		case err == io.EOF:
			// The last line may lack a line break; if it is not JSON, it was cut off.
			if content := r.line.take(); !isBlank(content) {
				return frame{content: content, last: true}, nil
			}
			return frame{}, err
		case err != nil:
			return frame{}, err
		case char == '\n':
			if content := r.line.take(); !isBlank(content) {
				return frame{content: content}, nil
			}
		default:
			if err := r.line.add(char); err != nil {
				return frame{}, err
			}
		}
	}
}

func isBlank(text []byte) bool { return len(bytes.Trim(text, " \t\r\n")) == 0 }

// sequenceReader splits a stream into JSON texts after record separators (RFC 7464). A text is
// complete at the end of its line, so that a live stream is never one item behind.
type sequenceReader struct {
	text   itemBuffer
	source *bufio.Reader
	state  sequenceState
	depth  int
	// escaped is whether the next byte of a string is escaped.
	escaped bool
}

// sequenceState is the position of a reader within a text.
type sequenceState uint8

const (
	beforeText sequenceState = iota
	atStart
	inScalar
	inNested
	inString
	behindText
)

const recordSeparator = 0x1e

func (r *sequenceReader) next() (frame, error) {
	for {
		char, err := r.source.ReadByte()
		if err == io.EOF {
			return r.end()
		}
		if err != nil {
			return frame{}, err
		}
		isEnd := char == '\n' && (r.state == inScalar || r.state == behindText)
		if char != recordSeparator && !isEnd {
			err := r.step(char)
			if err == nil {
				err = r.text.add(char)
			}
			if err != nil {
				return frame{}, err
			}
			continue
		}
		content, state := r.text.take(), r.state
		r.state, r.escaped = beforeText, false
		if char == recordSeparator {
			r.state = atStart
		}
		if isBlank(content) {
			continue
		}
		// A number or literal could continue unless white space follows.
		if char == recordSeparator && state != behindText {
			return frame{}, &DecodeError{Expected: "JSON", Found: "an incomplete text"}
		}
		return frame{content: content}, nil
	}
}

func (r *sequenceReader) end() (frame, error) {
	content := r.text.take()
	if isBlank(content) {
		return frame{}, io.EOF
	}
	if r.state != behindText {
		return frame{}, errCutOff
	}
	return frame{content: content}, nil
}

func (r *sequenceReader) step(char byte) error {
	isSpace := char == ' ' || char == '\t' || char == '\r' || char == '\n'
	switch r.state {
	case beforeText, behindText:
		if !isSpace {
			return &DecodeError{Expected: "JSON", Found: "text without a record separator"}
		}
	case atStart:
		if !isSpace {
			r.state, r.depth = inScalar, 0
			r.nest(char)
		}
	case inScalar:
		if isSpace {
			r.state = behindText
		}
	case inNested:
		r.nest(char)
	case inString:
		r.quote(char)
	}
	return nil
}

func (r *sequenceReader) nest(char byte) {
	switch char {
	case '"':
		r.state = inString
	case '{', '[':
		r.depth++
		r.state = inNested
	case '}', ']':
		r.depth--
		r.state = inNested
		if r.depth <= 0 {
			r.state = behindText
		}
	}
}

func (r *sequenceReader) quote(char byte) {
	switch {
	case r.escaped:
		r.escaped = false
	case char == '\\':
		r.escaped = true
	case char == '"' && r.depth > 0:
		r.state = inNested
	case char == '"':
		r.state = behindText
	}
}
