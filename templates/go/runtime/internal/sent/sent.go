// Package sent tells the test service which operation a request is for.
package sent

import (
	"context"
	"fmt"
)

// Operation is what a request is sent for.
type Operation interface {
	// ID returns the operationId, or [TokenEndpoint].
	ID() string
	// Template returns the template of the path.
	Template() string
	// MediaTypes returns the declared media types of the response with a status.
	MediaTypes(status int) []string
}

// TokenEndpoint is the operation of requests for tokens.
const TokenEndpoint = "the token endpoint"

type key struct{}

// With returns the context of a request for an operation.
func With(ctx context.Context, operation Operation) context.Context {
	return context.WithValue(ctx, key{}, operation)
}

// Of returns the operation of the request with this context.
func Of(ctx context.Context) (Operation, bool) {
	operation, ok := ctx.Value(key{}).(Operation)
	return operation, ok
}

// NoAnswerError is returned if the test service has no answer for a request. The request is not
// retried.
type NoAnswerError struct {
	// Operation is the operationId, or "the token endpoint".
	Operation string
	// Method is the HTTP method.
	Method string
	// Path is the path that was requested.
	Path string
}

// Error returns the operation and the request.
func (e *NoAnswerError) Error() string {
	return fmt.Sprintf("%s: the test service has no answer for %s %s: give it one with On or Always",
		e.Operation, e.Method, e.Path)
}
