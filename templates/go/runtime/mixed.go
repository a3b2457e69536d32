package sdk

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"

	"sdk/internal/wire"
)

// partForm is what each part of a stream of parts contains (RFC 2046 §5.1).
type partForm struct {
	// mediaType is the media type with which parts are sent.
	mediaType string
	// content is how an item is encoded.
	content partContent
}

// partContent is how the content of a part is encoded.
type partContent uint8

const (
	jsonPart partContent = iota
	textPart
	bytesPart
)

// jsonOf returns the JSON of an item: text is a string, and bytes are one in base64.
func (f partForm) jsonOf(content []byte) ([]byte, error) {
	switch f.content {
	case textPart:
		return json.Marshal(string(content))
	case bytesPart:
		return json.Marshal(base64.StdEncoding.EncodeToString(content))
	default:
		return content, nil
	}
}

// contentOf returns the content of a part from the JSON of an item.
func (f partForm) contentOf(item []byte) ([]byte, error) {
	if f.content == jsonPart {
		return item, nil
	}
	var text string
	if err := json.Unmarshal(item, &text); err != nil {
		return nil, fmt.Errorf("an item of the stream: %w", err)
	}
	if f.content == textPart {
		return []byte(text), nil
	}
	return parseBase64(text)
}

// partWriter encodes parts. Every item ends with the boundary of the next one, so that receivers do
// not have to wait for that to know that it is complete.
type partWriter struct {
	form     partForm
	boundary string
}

// newPartWriter chooses a boundary, which cannot be predicted, so that no item contains it.
func newPartWriter(form partForm) *partWriter {
	return &partWriter{form: form, boundary: wire.RandomBoundary("parts-")}
}

func (w *partWriter) start() []byte { return []byte("--" + w.boundary) }

func (w *partWriter) item(item any) ([]byte, error) {
	encoded, err := encodeJSON(item)
	if err != nil {
		return nil, err
	}
	content, err := w.form.contentOf(encoded)
	if err != nil {
		return nil, err
	}
	head := []byte("\r\nContent-Type: " + wire.WithoutControls(w.form.mediaType) + "\r\n\r\n")
	return bytes.Join([][]byte{head, content, []byte("\r\n--" + w.boundary)}, nil), nil
}

func (w *partWriter) end() []byte { return []byte("--\r\n") }

const (
	longestHead     = 16 * 1024
	longestBoundary = 70
)

// partReader splits a stream into the contents of its parts.
type partReader struct {
	source *bufio.Reader
	// delimiter is a line break and the boundary; nil if the media type has none.
	delimiter []byte
	// matched is how many bytes of the delimiter were read last.
	matched int
	// shared is whether the line break of the delimiter is that of the line before.
	shared  bool
	content itemBuffer
	place   partPlace
	// line is the rest of the line of a boundary.
	line []byte
	// head is the size of the header fields so far, and column that of the current one.
	head, column int
}

// partPlace is the position of a reader.
type partPlace uint8

const (
	inPreamble partPlace = iota
	atBoundary
	inHead
	inContent
	behindParts
)

func newPartReader(source *bufio.Reader, limit int64, mediaType string) *partReader {
	r := &partReader{source: source, content: itemBuffer{limit: limit}, matched: 2, shared: true}
	_, parameters, err := mime.ParseMediaType(mediaType)
	if boundary := parameters["boundary"]; err == nil && boundary != "" && len(boundary) <= longestBoundary {
		r.delimiter = []byte("\r\n--" + boundary)
	}
	return r
}

func (r *partReader) next() (frame, error) {
	if r.delimiter == nil {
		return frame{}, malformedParts("no boundary")
	}
	for {
		char, err := r.source.ReadByte()
		if err == io.EOF && r.place != behindParts {
			return frame{}, errCutOff
		}
		if err != nil {
			return frame{}, err
		}
		wasContent := r.place == inContent
		if err := r.step(char); err != nil {
			return frame{}, err
		}
		if wasContent && r.place == atBoundary {
			return frame{content: r.content.take()}, nil
		}
	}
}

func (r *partReader) step(char byte) error {
	switch r.place {
	case atBoundary:
		return r.boundary(char)
	case inHead:
		return r.header(char)
	case behindParts:
		return nil
	default:
		return r.match(char)
	}
}

// match reads a byte of the preamble or of the content of a part.
func (r *partReader) match(char byte) error {
	if char == r.delimiter[r.matched] {
		r.matched++
		if r.matched == len(r.delimiter) {
			r.place, r.line = atBoundary, nil
		}
		return nil
	}
	read := r.delimiter[:r.matched]
	if r.shared {
		read = read[2:]
	}
	r.matched, r.shared = 0, false
	// Only the first byte of a delimiter is a carriage return.
	if char == '\r' {
		r.matched = 1
	} else {
		read = append(bytes.Clone(read), char)
	}
	if r.place == inPreamble {
		return nil
	}
	for _, one := range read {
		if err := r.content.add(one); err != nil {
			return err
		}
	}
	return nil
}

// boundary reads a byte behind a boundary: dashes after the last one, and otherwise only spaces.
func (r *partReader) boundary(char byte) error {
	if char != '\n' {
		r.line = append(r.line, char)
		if string(r.line) == "--" {
			r.place = behindParts
			return nil
		}
		if len(r.line) > longestHead {
			return malformedParts("text after a boundary")
		}
		return nil
	}
	if len(bytes.Trim(r.line, " \t\r")) > 0 {
		return malformedParts("text after a boundary")
	}
	r.place, r.head, r.column = inHead, 0, 0
	return nil
}

// header reads a byte of the header fields, which a blank line ends.
func (r *partReader) header(char byte) error {
	r.head++
	switch {
	case r.head > longestHead:
		return malformedParts("a part whose head is too large")
	case char == '\n' && r.column == 0:
		// A part without content shares its line break with the boundary.
		r.place, r.matched, r.shared = inContent, 2, true
	case char == '\n':
		r.column = 0
	case char != '\r':
		r.column++
	}
	return nil
}

func malformedParts(found string) error {
	return &DecodeError{Expected: "a multipart stream", Found: found}
}
