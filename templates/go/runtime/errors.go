package sdk

import (
	"context"
	"errors"
	"fmt"
)

// APIError is a response by which the service reports an error that the description declares. The
// error type of each status contains one:
//
//	var failure *marketplace.APIError
//	if errors.As(err, &failure) { … failure.Status … }
type APIError struct {
	// Operation is the operationId.
	Operation string
	// Status is the status of the response.
	Status int
	// Raw is the response as received.
	Raw *RawResponse
	// body is a pointer to the typed body; nil if the response has no typed body.
	body any
	// message is what the response reports, shortened and without secrets.
	message string
}

// Error returns the operation, the status, and what the response reports: title and detail, the
// invalid fields of the request, and the request ID.
func (e *APIError) Error() string {
	if e.message != "" {
		return e.message
	}
	return fmt.Sprintf("%s: the service answered with status %d", e.Operation, e.Status)
}

// errorBody returns the body of an error if it has the type T.
func errorBody[T any](e *APIError) *T {
	body, _ := e.body.(*T)
	return body
}

// UndeclaredError is returned for a response whose status or media type the description does not
// declare.
type UndeclaredError struct {
	// Operation is the operationId.
	Operation string
	// Raw is the response as received.
	Raw *RawResponse
	// message is what the response reports, shortened and without secrets.
	message string
}

// Error returns the operation, the status and the media type, and what the response reports.
func (e *UndeclaredError) Error() string {
	if e.message != "" {
		return e.message
	}
	return fmt.Sprintf("%s: the service answered with status %d, which the description does not declare",
		e.Operation, e.Raw.Status)
}

// UnreadableError is returned for a response that does not have the shape that the description
// declares.
type UnreadableError struct {
	// Operation is the operationId.
	Operation string
	// Err is where and how the response differs.
	Err *DecodeError
	// Raw is the response as received.
	Raw *RawResponse
}

// Error returns the operation and the location.
func (e *UnreadableError) Error() string {
	return fmt.Sprintf("%s: the response with status %d cannot be read: %v", e.Operation, e.Raw.Status, e.Err)
}

// Unwrap returns the [DecodeError].
func (e *UnreadableError) Unwrap() error { return e.Err }

// TooLargeError is returned for a response, or an item of a stream, that is larger than the limit
// of the client.
type TooLargeError struct {
	// Operation is the operationId.
	Operation string
	// Limit is the limit, in bytes.
	Limit int64
	// item is whether an item of a stream was too large.
	item bool
}

// Error returns the operation and the limit.
func (e *TooLargeError) Error() string {
	what := "the response"
	if e.item {
		what = "an item of the stream"
	}
	return fmt.Sprintf("%s%s is larger than %d bytes; raise it with WithResponseLimit",
		head(e.Operation), what, e.Limit)
}

// TimeoutError is returned if no response arrived in time.
type TimeoutError struct {
	// Operation is the operationId.
	Operation string
	// Err is the cause.
	Err error
}

// Error returns the operation and the cause.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%sno response arrived in time: %v", head(e.Operation), e.Err)
}

// Unwrap returns the cause.
func (e *TimeoutError) Unwrap() error { return e.Err }

// Timeout returns true, like the timeout errors of package net.
func (e *TimeoutError) Timeout() bool { return true }

// TransportError is returned if the service could not be reached, the connection broke, or the
// context ended the call.
type TransportError struct {
	// Operation is the operationId.
	Operation string
	// Err is the cause.
	Err error
}

// Error returns the operation, what happened and the cause.
func (e *TransportError) Error() string {
	what := "the connection broke"
	switch {
	case errors.Is(e.Err, context.Canceled):
		what = "the call was cancelled"
	case errors.Is(e.Err, context.DeadlineExceeded):
		what = "the deadline of the call has passed"
	case neverLeft(e.Err):
		what = "the service could not be reached"
	}
	// The HTTP client quotes what it received, of any length.
	return fmt.Sprintf("%s%s: %s", head(e.Operation), what, quoted(e.Err.Error()))
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// RequestError is returned if a request cannot be encoded in the way that the description requires.
// Nothing was sent, or only the beginning of a body whose source failed.
type RequestError struct {
	// Operation is the operationId.
	Operation string
	// Err is the reason.
	Err error
}

// Error returns the operation and the reason.
func (e *RequestError) Error() string {
	return fmt.Sprintf("%s: the request cannot be written: %v", e.Operation, e.Err)
}

// Unwrap returns the cause.
func (e *RequestError) Unwrap() error { return e.Err }

// CredentialsError is returned if credentials could not be obtained; nothing was sent to the
// service.
type CredentialsError struct {
	// Operation is the operationId.
	Operation string
	// Reason is what went wrong.
	Reason string
	// Code is the error code of the token endpoint (RFC 6749 §5.2), if it returned one.
	Code string
	// Raw is the response of the token endpoint, if there was one.
	Raw *RawResponse
	// Err is the cause, if there is one.
	Err error
}

// Error returns the operation, the reason and the cause.
func (e *CredentialsError) Error() string {
	text := head(e.Operation) + "could not obtain credentials: " + e.Reason
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *CredentialsError) Unwrap() error { return e.Err }

// PageLoopError is returned if a list refers back to a page that was already requested.
type PageLoopError struct {
	// Operation is the operationId.
	Operation string
	// Parameter is the parameter whose value would repeat a page, as it would be sent.
	Parameter string
}

// Error returns the operation and the parameter.
func (e *PageLoopError) Error() string {
	return fmt.Sprintf("%s: the list repeats a page: %q was requested before", e.Operation, quoted(e.Parameter))
}

// head returns the operation as the beginning of a message.
func head(operation string) string {
	if operation == "" {
		return ""
	}
	return operation + ": "
}

// located returns a copy of the error with the operation that failed. It is a copy because several
// calls can share one failure. An error that the client has not made is returned as it is.
func located(err error, operation string) error {
	switch err := err.(type) {
	case *TooLargeError:
		made := *err
		made.Operation = operation
		return &made
	case *TimeoutError:
		return &TimeoutError{operation, err.Err}
	case *TransportError:
		return &TransportError{operation, err.Err}
	case *CredentialsError:
		made := *err
		made.Operation = operation
		return &made
	case *thrown:
		if err.isOwn {
			return located(err.err, operation)
		}
		return err.err
	}
	return err
}

// errorAs is [errors.As] as an expression.
func errorAs[E error](err error) (E, bool) {
	var target E
	ok := errors.As(err, &target)
	return target, ok
}
