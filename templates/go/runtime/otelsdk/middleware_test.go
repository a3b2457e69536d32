package otelsdk

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"testing"

	sdk "sdk"
	sdktest "sdk/sdktest"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"
)

// stage is a service, and what is recorded of its client.
type stage struct {
	service *sdktest.Service
	client  *sdk.Client
	spans   *tracetest.InMemoryExporter
	metrics *metric.ManualReader
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{service: sdktest.NewService(), spans: tracetest.NewInMemoryExporter(), metrics: metric.NewManualReader()}
	middleware := NewMiddleware(
		WithTracerProvider(trace.NewTracerProvider(trace.WithSyncer(s.spans))),
		WithMeterProvider(metric.NewMeterProvider(metric.WithReader(s.metrics))),
		WithPropagator(propagation.TraceContext{}))
	client, err := s.service.NewClient(sdk.WithMiddleware(middleware))
	if err != nil {
		t.Fatal(err)
	}
	s.client = client
	return s
}

// durations returns the attributes of the histogram.
func (s *stage) durations(t *testing.T) []attribute.Set {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := s.metrics.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	one := all.ScopeMetrics[0].Metrics[0]
	if one.Name != "http.client.request.duration" || one.Unit != "s" {
		t.Errorf("%s in %s", one.Name, one.Unit)
	}
	var sets []attribute.Set
	for _, point := range one.Data.(metricdata.Histogram[float64]).DataPoints {
		sets = append(sets, point.Attributes)
	}
	return sets
}

func TestAttemptsAreSpans(t *testing.T) {
	stage := newStage(t)
	stage.service.On("request", sdktest.Status(503), sdktest.Text(200, "good"))
	if _, err := stage.client.Request(context.Background(), http.MethodGet, "/a", nil, sdk.WithQuery("b", "c")); err != nil {
		t.Fatal(err)
	}
	spans := stage.spans.GetSpans()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	for index, span := range spans {
		sent := stage.service.Requests()[index]
		host, port := sent.URL.Hostname(), sent.URL.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[sent.URL.Scheme]
		}
		wanted := map[string]string{
			"http.request.method":       "GET",
			"url.template":              "/a",
			"url.full":                  sent.URL.String(),
			"server.address":            host,
			"server.port":               port,
			"http.response.status_code": "503",
			"error.type":                "503",
		}
		status := codes.Error
		if index == 1 {
			wanted["http.request.resend_count"], wanted["http.response.status_code"] = "1", "200"
			delete(wanted, "error.type")
			status = codes.Unset
		}
		found := map[string]string{}
		for _, one := range span.Attributes {
			found[string(one.Key)] = one.Value.Emit()
		}
		if !reflect.DeepEqual(found, wanted) {
			t.Errorf("%v, not %v", found, wanted)
		}
		if span.Name != "GET /a" || span.SpanKind != api.SpanKindClient || span.Status.Code != status {
			t.Errorf("%s: %v, %v", span.Name, span.SpanKind, span.Status)
		}
		parent := fmt.Sprintf("00-%s-%s-01", span.SpanContext.TraceID(), span.SpanContext.SpanID())
		if sent.Header.Get("traceparent") != parent {
			t.Errorf("%s, not %s", sent.Header.Get("traceparent"), parent)
		}
	}
	for _, set := range stage.durations(t) {
		status, _ := set.Value("http.response.status_code")
		wanted := map[int64]int{503: 5, 200: 4}[status.AsInt64()]
		if set.Len() != wanted || set.HasValue("url.full") {
			t.Errorf("%v", set.Encoded(attribute.DefaultEncoder()))
		}
	}
}

func TestErrorsAreRecorded(t *testing.T) {
	for _, one := range []struct {
		answer sdktest.Answer
		kind   string
	}{
		{sdktest.TimedOut(), "timeout"},
		{sdktest.Broken(), "connection"},
	} {
		stage := newStage(t)
		stage.service.On("request", one.answer)
		_, err := stage.client.Request(context.Background(), "VECTOR", "/a", nil)
		if err == nil {
			t.Fatal("no error")
		}
		span := stage.spans.GetSpans()[0]
		kind := ""
		for _, found := range span.Attributes {
			if found.Key == "error.type" {
				kind = found.Value.AsString()
			}
		}
		if kind != one.kind || span.Status.Code != codes.Error || span.Name != "HTTP /a" {
			t.Errorf("%s of %s: %v", kind, span.Name, span.Status)
		}
	}
}
