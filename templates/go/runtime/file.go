package sdk

import (
	"encoding/base64"
	"errors"
	"io"
)

// File is a file in a multipart form. In JSON it is base64 text.
type File struct {
	// Name is the file name from the sender; "file" if it is empty. Never use it as a path without
	// checking it.
	Name string
	// MediaType is the media type; "application/octet-stream" if it is empty.
	MediaType string
	// Content is the content of the file.
	Content []byte
	// Reader is read for the content as it is sent, so that the content is never held whole; nil if
	// the content is in Content. A form with such a file is sent only once, whatever the
	// [RetryPolicy] says; the time for the attempt begins after the last byte. An error of the reader
	// ends the request with a [RequestError]. The caller closes the reader after the call.
	Reader io.Reader
}

// MarshalText returns the content as base64 text (RFC 4648 §4). It does not read a Reader.
func (f File) MarshalText() ([]byte, error) {
	if f.Reader != nil {
		return nil, errors.New("a file with a reader can only be sent as a part of a form")
	}
	return []byte(base64.StdEncoding.EncodeToString(f.Content)), nil
}

// UnmarshalText decodes the content from base64 text.
func (f *File) UnmarshalText(text []byte) error {
	content, err := parseBase64(string(text))
	if err == nil {
		f.Content = content
	}
	return err
}
