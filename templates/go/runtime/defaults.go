package sdk

import (
	"slices"
	"strings"

	"sdk/internal/wire"
)

// WithDefaultHeader sets a header field of every request of an operation. Parameters and
// [WithHeader] replace it.
func WithDefaultHeader(name, value string) Option {
	return func(c *core) { c.defaultHeader = append(c.defaultHeader, [2]string{name, value}) }
}

// WithDefaultQuery adds a field to the query of every request of an operation. [WithQuery] replaces
// those with its name. The address of a page that a response has given is used as it is.
func WithDefaultQuery(name, value string) Option {
	return func(c *core) { c.defaultQuery = append(c.defaultQuery, [2]string{name, value}) }
}

// WithQuery adds a field to the query, after those of the parameters. The address of a page that a
// response has given is used as it is.
func WithQuery(name, value string) RequestOption {
	return func(r *request) { r.query = append(r.query, [2]string{name, value}) }
}

// withAdded returns a query, then the defaults that the call does not replace, and then what the
// call adds.
func withAdded(query string, defaults, given [][2]string) string {
	if len(defaults) == 0 && len(given) == 0 {
		return query
	}
	var texts []string
	if query != "" {
		texts = append(texts, query)
	}
	for _, one := range defaults {
		isReplaced := func(other [2]string) bool { return other[0] == one[0] }
		if !slices.ContainsFunc(given, isReplaced) {
			texts = append(texts, wire.EncodeQueryPair(one[0], one[1]))
		}
	}
	for _, one := range given {
		texts = append(texts, wire.EncodeQueryPair(one[0], one[1]))
	}
	return strings.Join(texts, "&")
}
