package sdk

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// With returns a copy of the client that is changed by options, and shares its connections,
// credentials and tokens. The original stays as it is. Default header fields and fields of the query
// replace those with their name, and middlewares are inside of the existing ones. It returns an
// error for what a copy cannot change: HTTP client, clock, servers and credentials.
func (c *Client) With(options ...Option) (*Client, error) {
	changed, err := c.core.with(options)
	if err != nil {
		return nil, err
	}
	return newClient(changed), nil
}

func (c *core) with(options []Option) (*core, error) {
	made := *c
	made.isCopy, made.refused = true, nil
	made.added = slices.Clone(c.added)
	made.defaultHeader, made.defaultQuery = slices.Clone(c.defaultHeader), nil
	made.shared = maps.Clone(c.shared)
	for _, option := range options {
		option(&made)
	}
	if len(made.refused) > 0 {
		return nil, errors.New("a copy of a client cannot change: " + strings.Join(made.refused, ", "))
	}
	isReplaced := func(one [2]string) bool {
		isSame := func(other [2]string) bool { return other[0] == one[0] }
		return slices.ContainsFunc(made.defaultQuery, isSame)
	}
	kept := slices.DeleteFunc(slices.Clone(c.defaultQuery), isReplaced)
	made.defaultQuery = append(kept, made.defaultQuery...)
	if err := made.check(); err != nil {
		return nil, err
	}
	made.arrange()
	return &made, nil
}

// fixed returns an option that only a new client can have.
func fixed(name string, set func(*core)) Option {
	return func(c *core) {
		if c.isCopy {
			c.refused = append(c.refused, name)
			return
		}
		set(c)
	}
}
