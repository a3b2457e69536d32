package sdk

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
)

// keyring is the configured credentials by scheme name.
type keyring map[string]key

// key provides secrets for requests.
type key interface {
	// secret returns a secret; refused is the one that the service has just rejected, if any.
	secret(ctx context.Context, c *core, refused Secret, limit *limit) (Secret, error)
	// renews reports whether another secret is available after one was refused.
	renews() bool
}

func (s Secret) key(scheme, *servers) (key, error) { return fixedKey{s}, nil }

func (b basic) key(scheme, *servers) (key, error) { return fixedKey{b.pair}, nil }

func (p TokenProvider) key(scheme, *servers) (key, error) { return p, nil }

func (c ClientCredentials) key(scheme scheme, servers *servers) (key, error) {
	address := c.TokenURL
	if address == "" {
		address = scheme.tokenURL
	}
	if address == "" {
		return nil, errors.New("the description has no token endpoint: set TokenURL")
	}
	return newTokenSource(c, address, servers)
}

// newBasic creates credentials from a user name and a password.
func newBasic(username, password string) basic {
	pair := base64.StdEncoding.EncodeToString([]byte(username + ":" + password))
	return basic{NewSecret(pair)}
}

// fixedKey is a secret that stays the same.
type fixedKey struct{ value Secret }

func (k fixedKey) secret(context.Context, *core, Secret, *limit) (Secret, error) { return k.value, nil }

func (fixedKey) renews() bool { return false }

func (p TokenProvider) secret(ctx context.Context, _ *core, refused Secret, _ *limit) (Secret, error) {
	token, err := p(ctx, refused)
	if err != nil && context.Cause(ctx) == errCallTimeout {
		return Secret{}, ended(ctx, err)
	}
	if err != nil {
		return Secret{}, &CredentialsError{Reason: "the token provider failed", Err: err}
	}
	return token, nil
}

func (TokenProvider) renews() bool { return true }

// choose returns the credentials of the first alternative that is fully configured. A client
// without any credentials sends none, because a proxy in front of the service may add them.
func (k keyring) choose(api *description, operation *operation, servers *servers) ([]*grant, error) {
	if len(operation.security) == 0 || len(k) == 0 {
		return nil, nil
	}
	_, replaced := servers.replaced[operation.server]
	elsewhere := slices.Contains(api.elsewhere, operation.server) && !replaced
	reason := "no credential that " + operation.id + " accepts is configured"
	anonymous := false
	for _, names := range operation.security {
		if len(names) == 0 {
			anonymous = true
			continue
		}
		if grants, ok := k.grants(api, names); ok && !elsewhere {
			return grants, nil
		} else if ok {
			reason = operation.id + " goes to " + operation.server + ", which is not on the site of the API: " +
				"to send credentials there, set its address with WithServer"
		}
	}
	if anonymous {
		return nil, nil
	}
	return nil, &CredentialsError{Reason: reason}
}

func (k keyring) grants(api *description, names []string) ([]*grant, bool) {
	var grants []*grant
	for _, name := range names {
		key, ok := k[name]
		if !ok {
			return nil, false
		}
		grants = append(grants, &grant{scheme: api.schemes[name], key: key})
	}
	return grants, true
}

// grant is one credential of one request.
type grant struct {
	scheme  scheme
	key     key
	sent    Secret
	refused Secret
	renewed bool
}

// apply adds the credential to a request.
func (g *grant) apply(ctx context.Context, c *core, request *http.Request, limit *limit) error {
	secret, err := g.key.secret(ctx, c, g.refused, limit)
	if err != nil {
		return err
	}
	g.sent = secret
	if err := place(g.scheme, secret.Expose(), request); err != nil {
		return &CredentialsError{Reason: "the credential contains characters that are not allowed"}
	}
	return nil
}

// refuse reports whether another credential is available after the service refused the one just
// sent. Each is renewed once.
func (g *grant) refuse() bool {
	if !g.key.renews() || g.renewed {
		return false
	}
	g.renewed, g.refused = true, g.sent
	return true
}

func place(scheme scheme, secret string, request *http.Request) error {
	switch scheme.in {
	case inQuery:
		pair := url.QueryEscape(scheme.name) + "=" + url.QueryEscape(secret)
		if request.URL.RawQuery != "" {
			pair = request.URL.RawQuery + "&" + pair
		}
		request.URL.RawQuery = pair
		return nil
	case inCookie:
		pair := scheme.name + "=" + secret
		if sent := request.Header.Get("Cookie"); sent != "" {
			pair = sent + "; " + pair
		}
		return setHeader(request.Header, "Cookie", pair)
	default:
		return setHeader(request.Header, scheme.name, scheme.prefix+secret)
	}
}
