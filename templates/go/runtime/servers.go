package sdk

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// servers is the server addresses and their variables.
type servers struct {
	variables map[string]string
	replaced  map[string]string
	origin    string
	// resolved are the addresses of the description's servers, which no longer change.
	resolved map[string]*url.URL
}

// resolve returns the address of a server, with its variables replaced. It must not be changed.
func (s *servers) resolve(template string) (*url.URL, error) {
	if known, ok := s.resolved[template]; ok {
		return known, nil
	}
	address, err := s.expand(s.template(template))
	if err != nil {
		return nil, err
	}
	parsed, err := s.parse(address)
	if err == nil {
		err = flaw(parsed)
	}
	if err != nil {
		// The text before @ may be a password.
		shown := address[strings.LastIndexByte(address, '@')+1:]
		return nil, fmt.Errorf("%q is not a valid server address: %w", shown, err)
	}
	// The port that the scheme has anyway is left out (RFC 3986 §6.2.3).
	parsed.Host = strings.TrimSuffix(parsed.Host, ":"+defaultPorts[parsed.Scheme])
	return parsed, nil
}

// defaultPorts are the ports of schemes (RFC 9110 §4.2).
var defaultPorts = map[string]string{"http": "80", "https": "443"}

func (s *servers) template(declared string) string {
	if other, ok := s.replaced[declared]; ok {
		return other
	}
	return declared
}

// expand replaces the {variables} of a template.
func (s *servers) expand(template string) (string, error) {
	expanded, err := expand(template, func(name string) (string, bool) {
		value, ok := s.variables[name]
		return value, ok
	}, func(literal string) string { return literal })
	if err != nil {
		return "", fmt.Errorf("the server variable %w", err)
	}
	return expanded, nil
}

func (s *servers) parse(address string) (*url.URL, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, withoutURL(err)
	}
	if s.origin == "" {
		return parsed, nil
	}
	origin, err := url.Parse(s.origin)
	if err != nil {
		return nil, withoutURL(err)
	}
	return origin.ResolveReference(parsed), nil
}

// withoutURL removes the address from an error, because it may contain a secret.
func withoutURL(err error) error {
	if failure, ok := errorAs[*url.Error](err); ok {
		return failure.Err
	}
	return err
}

// flaw returns why a URL is not a valid server address, or nil.
func flaw(address *url.URL) error {
	switch {
	case address.Scheme != "http" && address.Scheme != "https" || address.Host == "":
		return errors.New("its scheme is neither http nor https")
	case address.User != nil:
		return errors.New("it contains a user name or password; pass them as credentials")
	case address.RawQuery != "" || address.ForceQuery || address.Fragment != "":
		return errors.New("it has a query or a fragment")
	default:
		return nil
	}
}

// expand replaces {names} by values in one pass, so that values are not expanded again.
func expand(template string, value func(string) (string, bool), literal func(string) string) (string, error) {
	var expanded strings.Builder
	for {
		before, after, opens := strings.Cut(template, "{")
		name, rest, closes := strings.Cut(after, "}")
		if !opens || !closes {
			expanded.WriteString(literal(template))
			return expanded.String(), nil
		}
		text, ok := value(name)
		if !ok {
			return "", fmt.Errorf("%q has no value", name)
		}
		expanded.WriteString(literal(before))
		expanded.WriteString(text)
		template = rest
	}
}
