package sdktest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"sdk/internal/sent"
	"sdk/internal/wire"
)

// Request is a request that the test service has received. Printing it shows only its operation,
// because the rest can contain credentials.
type Request struct {
	// Operation is the operationId, or [TokenEndpoint].
	Operation string
	// Method is the HTTP method.
	Method string
	// PathTemplate is the path of the operation in the description.
	PathTemplate string
	// PathParameters are the values of the parameters in the path, as they were sent.
	PathParameters map[string]string
	// URL is the address.
	URL *url.URL
	// Header is the header fields, with credentials.
	Header http.Header
	// Body is the whole body.
	Body []byte
}

// JSON decodes the body into the value that a pointer leads to.
func (r Request) JSON(into any) error { return json.Unmarshal(r.Body, into) }

// Format prints the operation only, for every verb.
func (r Request) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, r.String()) }

// String returns the operation, its method and the template of its path.
func (r Request) String() string {
	return fmt.Sprintf("%s: %s %s", r.Operation, r.Method, r.PathTemplate)
}

// LogValue returns the operation only.
func (r Request) LogValue() slog.Value { return slog.StringValue(r.String()) }

// receive reads a request.
func receive(operation sent.Operation, request *http.Request) (Request, error) {
	defer closeBody(request)
	received := Request{
		Operation:      operation.ID(),
		Method:         request.Method,
		PathTemplate:   operation.Template(),
		PathParameters: parametersIn(operation.Template(), request.URL.EscapedPath()),
		URL:            request.URL,
		Header:         request.Header.Clone(),
	}
	if request.Body == nil {
		return received, nil
	}
	body, err := io.ReadAll(request.Body)
	received.Body = body
	return received, err
}

func closeBody(request *http.Request) {
	if request.Body != nil {
		_ = request.Body.Close()
	}
}

var names = regexp.MustCompile(`\{[^}]*\}`)

// parametersIn returns the values in a path, which can begin with that of the server.
func parametersIn(template, path string) map[string]string {
	parameters := map[string]string{}
	found := names.FindAllString(template, -1)
	literals := names.Split(template, -1)
	pattern := regexp.QuoteMeta(wire.EscapePath(literals[0]))
	for _, literal := range literals[1:] {
		pattern += "(.*?)" + regexp.QuoteMeta(wire.EscapePath(literal))
	}
	values := regexp.MustCompile(pattern + "$").FindStringSubmatch(path)
	if values == nil {
		return parameters
	}
	for index, value := range values[1:] {
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		parameters[strings.Trim(found[index], "{}")] = value
	}
	return parameters
}
