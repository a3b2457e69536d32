// Package otelsdk records the attempts of a client with OpenTelemetry, by its semantic conventions
// for HTTP.
package otelsdk

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	sdk "sdk"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Option configures the middleware.
type Option func(*recorder)

// WithTracerProvider sets the provider of the tracer; by default, the global one.
func WithTracerProvider(provider trace.TracerProvider) Option {
	return func(r *recorder) { r.tracers = provider }
}

// WithMeterProvider sets the provider of the meter; by default, the global one.
func WithMeterProvider(provider metric.MeterProvider) Option {
	return func(r *recorder) { r.meters = provider }
}

// WithPropagator sets how the context is written to header fields; by default, as the global
// propagator does it.
func WithPropagator(propagator propagation.TextMapPropagator) Option {
	return func(r *recorder) { r.propagator = propagator }
}

// NewMiddleware returns a middleware that records each attempt as a span of the kind client and in
// the histogram http.client.request.duration, and writes the context of the span to the header
// fields of the request. Each retry has a span, and so has each token request, which is inside of
// the attempt that needs the token. The span of a stream ends when its response begins.
func NewMiddleware(options ...Option) sdk.Middleware {
	r := &recorder{tracers: otel.GetTracerProvider(), meters: otel.GetMeterProvider()}
	for _, option := range options {
		option(r)
	}
	version := sdk.Version
	r.tracer = r.tracers.Tracer(scope, trace.WithInstrumentationVersion(version))
	meter := r.meters.Meter(scope, metric.WithInstrumentationVersion(version))
	durations, err := meter.Float64Histogram("http.client.request.duration",
		metric.WithUnit("s"),
		metric.WithDescription("Duration of HTTP client requests."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10))
	if err != nil {
		otel.Handle(err)
		durations = noop.Float64Histogram{}
	}
	r.durations = durations
	return r.record
}

// scope is the name of the instrumentation.
const scope = "sdk/otelsdk"

type recorder struct {
	tracers    trace.TracerProvider
	meters     metric.MeterProvider
	propagator propagation.TextMapPropagator
	tracer     trace.Tracer
	durations  metric.Float64Histogram
}

// record is the middleware.
func (r *recorder) record(ctx context.Context, attempt *sdk.Attempt, next sdk.Next) (*sdk.AttemptResponse, error) {
	shared := sharedAttributes(attempt)
	method := methodOf(attempt)
	name := method + " " + attempt.PathTemplate
	if method == otherMethod {
		name = "HTTP " + attempt.PathTemplate
	}
	ctx, span := r.tracer.Start(ctx, name,
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(shared...),
		trace.WithAttributes(spanAttributes(attempt)...))
	defer span.End()
	propagator := r.propagator
	if propagator == nil {
		propagator = otel.GetTextMapPropagator()
	}
	propagator.Inject(ctx, propagation.HeaderCarrier(attempt.Header))
	start := time.Now()
	response, err := next(ctx)
	seconds := time.Since(start).Seconds()
	outcome := outcomeAttributes(response, err)
	span.SetAttributes(outcome...)
	switch {
	case err != nil:
		span.SetStatus(codes.Error, err.Error())
	case response != nil && response.Status >= http.StatusBadRequest:
		span.SetStatus(codes.Error, "")
	}
	attributes := append(shared, outcome...)
	if attempt.Operation != "request" {
		// The paths of requests that the description does not define are without a bound.
		attributes = append(attributes, attribute.String("url.template", attempt.PathTemplate))
	}
	r.durations.Record(ctx, seconds, metric.WithAttributes(attributes...))
	return response, err
}

const otherMethod = "_OTHER"

// methodOf returns the method, or a placeholder for one that is not known.
func methodOf(attempt *sdk.Attempt) string {
	known := []string{"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"}
	if slices.Contains(known, attempt.Method) {
		return attempt.Method
	}
	return otherMethod
}

// sharedAttributes returns the attributes that both the span and the metric have.
func sharedAttributes(attempt *sdk.Attempt) []attribute.KeyValue {
	attributes := []attribute.KeyValue{attribute.String("http.request.method", methodOf(attempt))}
	address, err := url.Parse(attempt.URL)
	if err != nil {
		return attributes
	}
	attributes = append(attributes, attribute.String("server.address", address.Hostname()))
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		port = map[string]int{"http": 80, "https": 443}[address.Scheme]
	}
	return append(attributes, attribute.Int("server.port", port))
}

// spanAttributes returns the attributes that only the span has.
func spanAttributes(attempt *sdk.Attempt) []attribute.KeyValue {
	attributes := []attribute.KeyValue{
		attribute.String("url.full", attempt.URL),
		attribute.String("url.template", attempt.PathTemplate),
	}
	if methodOf(attempt) == otherMethod {
		attributes = append(attributes, attribute.String("http.request.method_original", attempt.Method))
	}
	if attempt.Number > 1 {
		attributes = append(attributes, attribute.Int("http.request.resend_count", attempt.Number-1))
	}
	return attributes
}

// outcomeAttributes returns the attributes of a response or an error.
func outcomeAttributes(response *sdk.AttemptResponse, err error) []attribute.KeyValue {
	switch {
	case err != nil:
		return []attribute.KeyValue{attribute.String("error.type", errorType(err))}
	case response == nil:
		return nil
	}
	attributes := []attribute.KeyValue{attribute.Int("http.response.status_code", response.Status)}
	if response.Status >= http.StatusBadRequest {
		attributes = append(attributes, attribute.String("error.type", strconv.Itoa(response.Status)))
	}
	return attributes
}

// errorType returns the kind of an error, which has few values.
func errorType(err error) string {
	isOver := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	switch {
	case errors.As(err, new(*sdk.CredentialsError)):
		return "credentials"
	case errors.As(err, new(*sdk.TimeoutError)):
		return "timeout"
	case errors.As(err, new(*sdk.TransportError)) && !isOver:
		return "connection"
	default:
		return "_OTHER"
	}
}
