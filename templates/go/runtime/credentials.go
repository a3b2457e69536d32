package sdk

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"time"
)

// Credentials is how a client shows who it is: a [Secret], [ClientCredentials] or a [TokenProvider].
type Credentials interface {
	key(scheme scheme, servers *servers) (key, error)
}

// ClientCredentials are the client's own OAuth 2.0 credentials (RFC 6749 §4.4), which are exchanged
// for tokens. A token is kept until shortly before it expires or the service refuses it. No matter
// how many requests want one at the same time, it is requested once.
type ClientCredentials struct {
	// ID is the client ID.
	ID string
	// Secret is the secret that belongs to it.
	Secret Secret
	// TokenURL is the token endpoint, if not that of the description. Variables of servers in
	// it are replaced.
	TokenURL string
	// Resource is the service that tokens are for (RFC 8707). Variables of servers in it are
	// replaced.
	Resource string
	// Scope is the scopes that tokens are for, separated by spaces (RFC 6749 §3.3).
	Scope string
	// Margin is how long before its end a token is no longer used; 30 s where it is 0, and never
	// more than half of its life.
	Margin time.Duration
}

// Format shows the ID, whatever the verb.
func (c ClientCredentials) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, c.String()) }

// String shows the ID.
func (c ClientCredentials) String() string { return fmt.Sprintf("client credentials of %q", c.ID) }

// LogValue shows the ID.
func (c ClientCredentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

// TokenProvider is a source of tokens that you implement. It is asked before every request, so keep
// the token that you have; refused is the one that the service has just rejected with 401, if it
// has.
type TokenProvider func(ctx context.Context, refused Secret) (Secret, error)

// basic is a user name and a password (RFC 7617).
type basic struct{ pair Secret }

// form returns the body of a token request.
func (c ClientCredentials) form(servers *servers) (Secret, error) {
	pairs := []string{
		"grant_type=client_credentials",
		"client_id=" + url.QueryEscape(c.ID),
		"client_secret=" + url.QueryEscape(c.Secret.Expose()),
	}
	if c.Resource != "" {
		resource, err := servers.expand(c.Resource)
		if err != nil {
			return Secret{}, err
		}
		pairs = append(pairs, "resource="+url.QueryEscape(resource))
	}
	if c.Scope != "" {
		pairs = append(pairs, "scope="+url.QueryEscape(c.Scope))
	}
	return NewSecret(strings.Join(pairs, "&")), nil
}
