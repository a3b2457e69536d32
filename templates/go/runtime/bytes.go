package sdk

import (
	"errors"
	"io"
)

// WithStreamBody sends the bytes of a reader as they come as the body of the request, so that they
// are never held whole. It replaces any other body. A media type is one of those that the operation
// accepts, such as "application/octet-stream". The request is sent only once, whatever the
// [RetryPolicy] says; the time for the attempt begins after the last byte.
func WithStreamBody(mediaType string, body io.Reader) RequestOption {
	return func(r *request) {
		if body == nil {
			r.fail(errors.New("the body: there is no reader"))
			return
		}
		r.setReader(mediaType, body)
	}
}

// setReader sets the body to the bytes of a reader, which are sent as they come.
func (r *request) setReader(mediaType string, body io.Reader) {
	r.mediaType, r.body, r.hasBody = mediaType, nil, true
	r.source = &source{chunks: chunksOf(body)}
}

// WithOpenBody leaves the body of a successful response of bytes unread, and stores it in body; the
// call itself then returns no bytes. The caller has to close the body, which closes the connection.
// Neither the time limit of an attempt nor [WithResponseLimit] applies to it; it ends with the
// context of the call. After any other response, body is nil.
func WithOpenBody(body *io.ReadCloser) RequestOption {
	return func(r *request) { r.open = body }
}

// chunksOf gives the bytes of a reader. A chunk is valid until the next one.
func chunksOf(reader io.Reader) func(yield func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		buffer := make([]byte, 64<<10)
		for {
			count, err := reader.Read(buffer)
			if count > 0 && !yield(buffer[:count], nil) || errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// opened adds the responses of bytes to those that are left unread.
func opened(streams func(int, string) bool, operation *operation) func(int, string) bool {
	return func(status int, mediaType string) bool {
		return streams != nil && streams(status, mediaType) ||
			kindOf(operation, status, mediaType) == bytesContent
	}
}

// Close closes the connection.
func (b *openBody) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}
