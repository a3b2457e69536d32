package sdk

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Option configures a client.
type Option func(*core)

// core is what all groups of a client share.
type core struct {
	api         *description
	servers     servers
	credentials map[string]Credentials
	keyring     keyring
	http        *http.Client
	timeout     time.Duration
	callTimeout time.Duration
	limit       int64
	retry       RetryPolicy
	observer    Observer
	clock       Clock
	userAgent   string
	// added are the middlewares of the caller, log that of the environment, and middleware all of them.
	added, middleware []Middleware
	log               Middleware
	// shared are the values of parameters for all calls, by name.
	shared map[string]any
	// defaultHeader and defaultQuery are added to every request of an operation.
	defaultHeader, defaultQuery [][2]string
	// isCopy is whether options change a copy of a client, and refused which ones cannot do that.
	isCopy  bool
	refused []string
}

// WithHTTPClient sets the HTTP client to use. Its own transport, proxies and cookies then apply.
// Redirects are never followed, because they could leak credentials to another server.
func WithHTTPClient(client *http.Client) Option {
	return fixed("WithHTTPClient", func(c *core) { c.http = client })
}

// WithTimeout sets the time limit for one attempt, from connecting to the last byte, or to the
// first byte of a stream; 30 s by default.
func WithTimeout(timeout time.Duration) Option {
	return func(c *core) { c.timeout = timeout }
}

// WithResponseLimit sets the maximum size of a response, or of an item of a stream, in bytes; 64
// MiB by default.
func WithResponseLimit(limit int64) Option {
	return func(c *core) { c.limit = limit }
}

// WithRetry sets when a request is retried; [DefaultRetryPolicy] by default.
func WithRetry(policy RetryPolicy) Option {
	return func(c *core) { c.retry = policy }
}

// WithObserver sets the observer of deprecations, unknown properties and retries.
func WithObserver(observer Observer) Option {
	return func(c *core) { c.observer = observer }
}

// WithClock sets the source of time and randomness; for tests.
func WithClock(clock Clock) Option {
	return fixed("WithClock", func(c *core) { c.clock = clock })
}

// WithUserAgent sets the User-Agent; by default, the names and versions of this package and of Go,
// and the platform.
func WithUserAgent(userAgent string) Option {
	return func(c *core) { c.userAgent = userAgent }
}

// WithServer sets another address for a server, which is identified by its address in the
// description.
func WithServer(declared, address string) Option {
	return fixed("WithServer", func(c *core) { c.servers.replaced[declared] = address })
}

// WithOrigin sets the base that relative server addresses are resolved against (OpenAPI 3.0.3
// §4.7.5.1).
func WithOrigin(address string) Option {
	return fixed("WithOrigin", func(c *core) { c.servers.origin = address })
}

// withVariable sets the value of a variable in the addresses of servers.
func withVariable(name, value string) Option {
	return fixed("a server variable", func(c *core) { c.servers.variables[name] = value })
}

// withCredentials sets the credentials of a security scheme.
func withCredentials(scheme string, credentials Credentials) Option {
	return fixed("a credential", func(c *core) { c.credentials[scheme] = credentials })
}

func newCore(api *description, options []Option) (*core, error) {
	c := &core{
		api:         api,
		servers:     servers{variables: map[string]string{}, replaced: map[string]string{}},
		credentials: map[string]Credentials{},
		keyring:     keyring{},
		shared:      map[string]any{},
		timeout:     30 * time.Second,
		limit:       64 << 20,
		retry:       DefaultRetryPolicy(),
		clock:       systemClock{},
		userAgent:   fullAgent(api.userAgent),
	}
	for name, value := range api.variables {
		c.servers.variables[name] = value
	}
	for _, option := range options {
		option(c)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	c.log = loggingByEnvironment(api.logVariable)
	c.arrange()
	c.http = withoutRedirects(c.http)
	if err := c.checkServers(); err != nil {
		return nil, err
	}
	return c, c.fillKeyring()
}

// check rejects options that cannot be used.
func (c *core) check() error {
	if err := setHeader(http.Header{}, "User-Agent", c.userAgent); err != nil {
		return fmt.Errorf("the user agent: %w", err)
	}
	for _, pair := range c.defaultHeader {
		if err := setField(http.Header{}, pair[0], pair[1]); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(c.added, func(one Middleware) bool { return one == nil }) {
		return errors.New("a middleware is nil")
	}
	return nil
}

// arrange puts the log of the environment inside of all middlewares.
func (c *core) arrange() {
	c.middleware = slices.Clone(c.added)
	if c.log != nil {
		c.middleware = append(c.middleware, c.log)
	}
}

// checkServers resolves the server addresses, and rejects invalid server addresses. A server that is never used may lack the values of
// its variables.
func (c *core) checkServers() error {
	for declared := range c.servers.replaced {
		if !slices.Contains(c.api.servers, declared) {
			return fmt.Errorf("the description has no server %q", declared)
		}
	}
	resolved := map[string]*url.URL{}
	for _, server := range c.api.servers {
		if _, err := c.servers.expand(c.servers.template(server)); err != nil {
			continue
		}
		address, err := c.servers.resolve(server)
		if err != nil {
			return err
		}
		resolved[server] = address
	}
	c.servers.resolved = resolved
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

// withoutRedirects returns a client that does not follow redirects, so that a request only ever
// goes to the service it is meant for.
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

// shown is the text for a client when printed, without its credentials.
const shown = "Client(" + redacted + ")"

// Format prints no credentials, for any verb.
func (c Client) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, shown) }

// String returns a text without credentials.
func (c Client) String() string { return shown }

// GoString returns a text without credentials.
func (c Client) GoString() string { return shown }

// LogValue returns a text without credentials.
func (c Client) LogValue() slog.Value { return slog.StringValue(shown) }
