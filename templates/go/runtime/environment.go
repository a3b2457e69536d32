package sdk

import (
	"fmt"
	"os"
)

// environment is the environment variables that a client can be set up from.
type environment struct {
	// variables are those of the server variables.
	variables map[string]string
	// shared are those of the parameters for all calls.
	shared map[string]string
	// credentials are those of the security schemes.
	credentials []environmentCredentials
}

// environmentCredentials is the environment variables for the credentials of a scheme.
type environmentCredentials struct {
	scheme string
	// secret is that of a token or key, or of the password for the user name.
	secret, username string
	// id and clientSecret are those of client credentials, for the resource.
	id, clientSecret, resource string
}

// options returns the options for the variables that are set. An empty one is not set.
func (e *environment) options() []Option {
	var options []Option
	for name, variable := range e.variables {
		if value := os.Getenv(variable); value != "" {
			options = append(options, withVariable(name, value))
		}
	}
	for name, variable := range e.shared {
		if value := os.Getenv(variable); value != "" {
			options = append(options, withShared(name, value))
		}
	}
	for index := range e.credentials {
		one := &e.credentials[index]
		if found := one.find(); found != nil {
			options = append(options, withCredentials(one.scheme, found))
		}
	}
	return options
}

// find returns the credentials of the environment; nil for none.
func (e *environmentCredentials) find() Credentials {
	secret := os.Getenv(e.secret)
	if e.username != "" {
		return pairOf(e.username, e.secret, func(username, password string) Credentials {
			return newBasic(username, password)
		})
	}
	if secret != "" {
		return NewSecret(secret)
	}
	if e.id == "" {
		return nil
	}
	return pairOf(e.id, e.clientSecret, func(id, secret string) Credentials {
		return ClientCredentials{ID: id, Secret: NewSecret(secret), Resource: e.resource}
	})
}

// pairOf returns credentials from two variables; nil if neither is set.
func pairOf(first, second string, both func(first, second string) Credentials) Credentials {
	one, other := os.Getenv(first), os.Getenv(second)
	switch {
	case one == "" && other == "":
		return nil
	case one == "":
		return missingVariable{first, second}
	case other == "":
		return missingVariable{second, first}
	default:
		return both(one, other)
	}
}

// missingVariable is credentials one half of which is missing. An option can replace them.
type missingVariable struct{ name, given string }

func (m missingVariable) key(scheme, *servers) (key, error) {
	return nil, fmt.Errorf("the environment variable %s is set, but %s is not", m.given, m.name)
}
