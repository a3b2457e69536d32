package sdk

import (
	"slices"
	"strings"
)

// essence returns a media type without its parameters (RFC 9110 §8.3).
func essence(media string) string {
	media, _, _ = strings.Cut(media, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// isJSON reports whether text of a media type is JSON (RFC 6839 §3.1).
func isJSON(essence string) bool {
	return essence == "application/json" || essence == "text/json" || strings.HasSuffix(essence, "+json")
}

// findContent returns the declared media type that a response matches most closely. A response
// without a media type counts as having the first one declared.
func findContent(contents []content, contentType string) *content {
	if contentType == "" {
		return &contents[0]
	}
	actual := essence(contentType)
	tests := []func(declared string) bool{
		func(declared string) bool { return declared == actual },
		func(declared string) bool { return isJSON(declared) && isJSON(actual) },
		func(declared string) bool {
			prefix, isRange := strings.CutSuffix(declared, "*")
			return isRange && (prefix == "*/" || strings.HasPrefix(actual, prefix))
		},
	}
	for _, test := range tests {
		for index := range contents {
			if test(essence(contents[index].mediaType)) {
				return &contents[index]
			}
		}
	}
	return nil
}

// accept returns the Accept header field with the media types of all declared responses.
func accept(operation *operation) string {
	var media []string
	for _, response := range operation.responses {
		for _, one := range response.contents {
			if !slices.Contains(media, one.mediaType) {
				media = append(media, one.mediaType)
			}
		}
	}
	text := strings.Join(media, ", ")
	if text == "" || setHeader(map[string][]string{}, "Accept", text) != nil {
		return "*/*"
	}
	return text
}
