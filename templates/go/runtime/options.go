package sdk

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"
)

// Option sets up a client.
type Option func(*core)

// core is what all groups of a client share.
type core struct {
	api         *description
	servers     servers
	credentials map[string]Credentials
	keyring     keyring
	http        *http.Client
	timeout     time.Duration
	limit       int64
	retry       RetryPolicy
	observer    Observer
	clock       Clock
	userAgent   string
}

// WithHTTPClient sets the HTTP client to use; its transport, its proxies and its cookies are then
// its own. Redirects are never followed: they could hand credentials on.
func WithHTTPClient(client *http.Client) Option {
	return func(c *core) { c.http = client }
}

// WithTimeout sets how long one attempt may take, from connecting to the last byte, or to the first
// one of a stream; 30 s by default.
func WithTimeout(timeout time.Duration) Option {
	return func(c *core) { c.timeout = timeout }
}

// WithResponseLimit sets how large a response, or an item of a stream, may be, in bytes; 64 MiB by
// default.
func WithResponseLimit(limit int64) Option {
	return func(c *core) { c.limit = limit }
}

// WithRetry sets when a request is sent again; [DefaultRetryPolicy] by default.
func WithRetry(policy RetryPolicy) Option {
	return func(c *core) { c.retry = policy }
}

// WithObserver sets what receives deprecations, unknown members and retries.
func WithObserver(observer Observer) Option {
	return func(c *core) { c.observer = observer }
}

// WithClock sets the source of time and randomness; for tests.
func WithClock(clock Clock) Option {
	return func(c *core) { c.clock = clock }
}

// WithUserAgent sets the User-Agent; name and version of this package by default.
func WithUserAgent(userAgent string) Option {
	return func(c *core) { c.userAgent = userAgent }
}

// WithServer sets another address for a server, which is named by its address in the description.
func WithServer(declared, address string) Option {
	return func(c *core) { c.servers.replaced[declared] = address }
}

// WithOrigin sets what the addresses of servers are relative to, where they are (OpenAPI 3.0.3
// §4.7.5.1).
func WithOrigin(address string) Option {
	return func(c *core) { c.servers.origin = address }
}

// withVariable sets the value of a variable in the addresses of servers.
func withVariable(name, value string) Option {
	return func(c *core) { c.servers.variables[name] = value }
}

// withCredentials sets the credentials of a security scheme.
func withCredentials(scheme string, credentials Credentials) Option {
	return func(c *core) { c.credentials[scheme] = credentials }
}

func newCore(api *description, options []Option) (*core, error) {
	c := &core{
		api:         api,
		servers:     servers{variables: map[string]string{}, replaced: map[string]string{}},
		credentials: map[string]Credentials{},
		keyring:     keyring{},
		timeout:     30 * time.Second,
		limit:       64 << 20,
		retry:       DefaultRetryPolicy(),
		clock:       systemClock{},
		userAgent:   api.userAgent,
	}
	for name, value := range api.variables {
		c.servers.variables[name] = value
	}
	for _, option := range options {
		option(c)
	}
	if err := setHeader(http.Header{}, "User-Agent", c.userAgent); err != nil {
		return nil, fmt.Errorf("the user agent: %w", err)
	}
	c.http = withoutRedirects(c.http)
	if err := c.checkServers(); err != nil {
		return nil, err
	}
	return c, c.fillKeyring()
}

// checkServers refuses what is known to be no address. A server that is not used may stay unknown.
func (c *core) checkServers() error {
	for declared := range c.servers.replaced {
		if !slices.Contains(c.api.servers, declared) {
			return fmt.Errorf("the description has no server %q", declared)
		}
	}
	for _, server := range c.api.servers {
		if _, err := c.servers.expand(c.servers.template(server)); err != nil {
			continue
		}
		if _, err := c.servers.resolve(server); err != nil {
			return err
		}
	}
	return nil
}

func (c *core) fillKeyring() error {
	for name, credentials := range c.credentials {
		if credentials == nil {
			continue
		}
		key, err := credentials.key(c.api.schemes[name], &c.servers)
		if err != nil {
			return fmt.Errorf("the credentials for %q: %w", name, err)
		}
		c.keyring[name] = key
	}
	c.credentials = nil
	return nil
}

// withoutRedirects makes a client that returns redirects like other responses: only the service
// receives what was meant for it.
func withoutRedirects(given *http.Client) *http.Client {
	client := &http.Client{Transport: defaultTransport()}
	if given != nil {
		copied := *given
		client = &copied
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}

func defaultTransport() http.RoundTripper {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	transport = transport.Clone()
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	transport.DialContext = dialer.DialContext
	return transport
}

// shown is what printing a client shows: none of its credentials.
const shown = "Client(" + redacted + ")"

// Format shows none of the client's credentials, whatever the verb.
func (c Client) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, shown) }

// String shows none of the client's credentials.
func (c Client) String() string { return shown }

// GoString shows none of the client's credentials.
func (c Client) GoString() string { return shown }

// LogValue shows none of the client's credentials.
func (c Client) LogValue() slog.Value { return slog.StringValue(shown) }

// RequestOption changes a single request.
type RequestOption func(*request)

// WithAttemptTimeout sets how long one attempt may take, instead of what the client says.
func WithAttemptTimeout(timeout time.Duration) RequestOption {
	return func(r *request) { r.timeout = timeout }
}

// WithIdempotent reports whether sending the request twice is harmless, instead of what the
// description says.
func WithIdempotent(idempotent bool) RequestOption {
	return func(r *request) { r.idempotent = idempotent }
}

// WithHeader sends one more header field, or another value of one that would be sent; but what the
// client has a credential for stays its own.
func WithHeader(name, value string) RequestOption {
	return func(r *request) { r.extra = append(r.extra, [2]string{name, value}) }
}

// WithRawResponse hands over the last response as received, an error as well.
func WithRawResponse(raw *RawResponse) RequestOption {
	return func(r *request) { r.raw = raw }
}
