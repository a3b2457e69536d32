package sdk

import "encoding/base64"

// File is a file in a multipart form. In JSON it is base64 text.
type File struct {
	// Name is the file name from the sender; "file" if it is empty. Never use it as a path without
	// checking it.
	Name string
	// MediaType is the media type; "application/octet-stream" if it is empty.
	MediaType string
	// Content is the content of the file.
	Content []byte
}

// MarshalText returns the content as base64 text (RFC 4648 §4).
func (f File) MarshalText() ([]byte, error) {
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
