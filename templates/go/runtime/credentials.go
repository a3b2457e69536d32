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

// Credentials authenticate a client: a [Secret], [ClientCredentials] or a [TokenProvider].
type Credentials interface {
	key(scheme scheme, servers *servers) (key, error)
}

// ClientCredentials are the client's own OAuth 2.0 credentials (RFC 6749 §4.4), which are exchanged
// for tokens. A token is reused until shortly before it expires or until the service rejects it.
// Concurrent requests share one token request.
type ClientCredentials struct {
	// ID is the client ID.
	ID string
	// Secret is the client secret.
	Secret Secret
	// TokenURL is the token endpoint, if it differs from the one in the description. Server variables
	// in it are replaced.
	TokenURL string
	// Resource is the service that tokens are requested for (RFC 8707). Server variables in it are
	// replaced.
	Resource string
	// Scope is the requested scopes, separated by spaces (RFC 6749 §3.3).
	Scope string
	// Margin is how long before its expiry a token is replaced: 30 s if it is 0, and never more than
	// half of the lifetime.
	Margin time.Duration
}

// Format prints the ID only, for every verb.
func (c ClientCredentials) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, c.String()) }

// String returns the ID only.
func (c ClientCredentials) String() string { return fmt.Sprintf("client credentials of %q", c.ID) }

// LogValue returns the ID only.
func (c ClientCredentials) LogValue() slog.Value { return slog.StringValue(c.String()) }

// TokenProvider is a source of tokens, implemented by the caller. It is called before every
// request, so cache the token; refused is the token that the service has just rejected with 401, if
// any.
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
