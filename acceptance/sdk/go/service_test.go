// Package acceptance tests the Go client against a running service: a whole sale, and the quick
// start of its README.
package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"testing"

	marketplace "example.com/cloud-marketplace/marketplace-go"
)

// service is the address of the service, with its credentials.
type service struct {
	baseURL, authURL string
	org              marketplace.OrgID
	clientID, secret string
	apiKey           string
}

// running returns the service in the environment, and skips the test if there is no service.
func running(t *testing.T) service {
	t.Helper()
	one := service{
		baseURL:  os.Getenv("MARKETPLACE_BASE_URL"),
		authURL:  os.Getenv("MARKETPLACE_AUTH_URL"),
		org:      marketplace.OrgID(os.Getenv("MARKETPLACE_ORG_ID")),
		clientID: os.Getenv("MARKETPLACE_CLIENT_ID"),
		secret:   os.Getenv("MARKETPLACE_CLIENT_SECRET"),
		apiKey:   os.Getenv("MARKETPLACE_API_KEY"),
	}
	if one.baseURL == "" || one.authURL == "" || one.org == "" {
		t.Skip("SKIPPED: no service is named; set MARKETPLACE_BASE_URL and what `cargo xtask sandbox` prints besides")
	}
	return one
}

// client returns a client that requests its own tokens.
func (s service) client(t *testing.T, options ...marketplace.Option) *marketplace.Client {
	t.Helper()
	all := []marketplace.Option{
		marketplace.WithBaseURL(s.baseURL),
		marketplace.WithAuthURL(s.authURL),
		marketplace.WithOrgID(s.org),
		marketplace.WithOAuth2(marketplace.ClientCredentials{
			ID:       s.clientID,
			Secret:   marketplace.NewSecret(s.secret),
			Resource: "{base_url}",
		}),
	}
	client, err := marketplace.New(append(all, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// legacyClient returns a client with the legacy key.
func (s service) legacyClient(t *testing.T) *marketplace.Client {
	t.Helper()
	client, err := marketplace.New(
		marketplace.WithBaseURL(s.baseURL),
		marketplace.WithAuthURL(s.authURL),
		marketplace.WithOrgID(s.org),
		marketplace.WithAPIKey(marketplace.NewSecret(s.apiKey)),
	)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// control performs an action of a buyer or a partner.
func (s service) control(t *testing.T, path, body string) {
	t.Helper()
	address := s.baseURL + "/_sandbox/org/" + string(s.org) + path
	response, err := http.Post(address, "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		text, _ := io.ReadAll(response.Body)
		t.Fatalf("%s: %d %s", path, response.StatusCode, text)
	}
}
