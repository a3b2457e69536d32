package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/quick"
	"time"
)

// thing is a record in the form in which records are generated.
type thing struct {
	Name     string            `api:"name,required"`
	Note     Optional[string]  `api:"note,optional"`
	Until    Optional[Date]    `api:"until,optional-nullable"`
	Price    Optional[Decimal] `api:"price,nullable"`
	Choice   Optional[choice]  `api:"choice,optional"`
	Children []thing           `api:"a/b~c,required"`
	Unknown  map[string]any    `api:",unknown"`
}

// choice is a union in the form in which unions are generated.
type choice struct {
	Text    *string
	Number  *int64
	Thing   *thing
	Unknown any
}

func (choice) union() *union {
	return &union{members: []unionMember{
		{kinds: "s"},
		{kinds: "i"},
		{kinds: "o", required: []string{"name"}},
	}}
}

func TestWhatIsReadIsWritten(t *testing.T) {
	texts := []string{
		`{"name":"a","price":null,"a/b~c":[]}`,
		`{"name":"\u0001\"\\é\u2028<&>","note":"","until":null,"price":"1.50","a/b~c":[{"name":"b","price":"0","a/b~c":[],"new":[1,null]}],"more":{"x":1e400}}`,
		`{"name":"a","price":null,"choice":"text","a/b~c":[]}`,
		`{"name":"a","price":null,"choice":7,"a/b~c":[]}`,
		`{"name":"a","price":null,"choice":{"name":"x","price":null,"a/b~c":[]},"a/b~c":[]}`,
		`{"name":"a","price":null,"choice":{"other":1.5},"a/b~c":[]}`,
		`{"name":"a","price":null,"choice":true,"a/b~c":[]}`,
	}
	for _, text := range texts {
		var value thing
		if err := decodeInto([]byte(text), &value); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := encodeJSON(value)
		if err != nil || !same(parsed(t, again), parsed(t, []byte(text))) {
			t.Errorf("%s became %s (%v)", text, again, err)
		}
	}
}

func TestWhatIsNotOfTheShapeIsRefused(t *testing.T) {
	tests := map[string]string{
		`[]`:                                                        "",
		`{"name":1,"price":null,"a/b~c":[]}`:                        "/name",
		`{"name":"a","price":"1e5","a/b~c":[]}`:                     "/price",
		`{"name":"a","price":"-0","a/b~c":[]}`:                      "/price",
		`{"name":"a","price":1,"a/b~c":[]}`:                         "/price",
		`{"name":"a","price":null,"a/b~c":[1]}`:                     "/a~1b~0c/0",
		`{"name":"a","price":null,"a/b~c":[{}]}`:                    "/a~1b~0c/0",
		`{"note":null,"name":"a","price":null,"a/b~c":[]}`:          "/note",
		`{"name":"a","until":"2026-02-30","price":null,"a/b~c":[]}`: "/until",
		`{"name":"a"} x`:                                            "",
		"{\"name\":\"\xff\"}":                                       "",
	}
	for text, pointer := range tests {
		var value thing
		failure, ok := errorAs[*DecodeError](decodeInto([]byte(text), &value))
		if !ok || failure.Pointer != pointer {
			t.Errorf("%s: %v, not at %q", text, failure, pointer)
		}
	}
}

func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	text, number := "a", int64(1)
	loop := map[string]any{}
	loop["loop"] = loop
	values := []any{
		thing{Note: Null[string]()},
		choice{},
		choice{Text: &text, Number: &number},
		loop,
		time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC),
		DecimalNumber{MustDecimal("0.12345678901234567890")},
	}
	for _, value := range values {
		if text, err := encodeJSON(value); err == nil {
			t.Errorf("%T became %s", value, text)
		}
	}
}

func TestOptional(t *testing.T) {
	type mine struct {
		A Optional[int] `json:"a,omitzero"`
		B Optional[int] `json:"b,omitzero"`
		C Optional[int] `json:"c,omitzero"`
	}
	text, err := json.Marshal(mine{B: Null[int](), C: Some(3)})
	if err != nil || string(text) != `{"b":null,"c":3}` {
		t.Errorf("%s (%v)", text, err)
	}
	var read mine
	if err := json.Unmarshal(text, &read); err != nil || !read.A.IsZero() || !read.B.IsNull() || read.C.Or(0) != 3 {
		t.Errorf("%v (%v)", read, err)
	}
	if shown := fmt.Sprint(read); shown != "{absent null 3}" {
		t.Error(shown)
	}
}

func TestDecimalsAreExact(t *testing.T) {
	decimal := func(unscaled int64, scale uint8) Decimal {
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale%20)), nil)
		return exact(new(big.Rat).SetFrac(big.NewInt(unscaled), power), int(scale%20))
	}
	laws := func(a, b int64, s, r uint8) bool {
		x, y := decimal(a, s), decimal(b, r)
		again, err := ParseDecimal(x.String())
		return err == nil && again == x &&
			x.Add(y).Rat().Cmp(new(big.Rat).Add(x.Rat(), y.Rat())) == 0 &&
			x.Sub(y).Rat().Cmp(new(big.Rat).Sub(x.Rat(), y.Rat())) == 0 &&
			x.Mul(y).Rat().Cmp(new(big.Rat).Mul(x.Rat(), y.Rat())) == 0
	}
	if err := quick.Check(laws, nil); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"", "-", ".5", "5.", "01", "1e3", "+1", "-0", "-0.0", "0x1", "1_0", " 1", "1 ", "NaN"} {
		if number, err := ParseDecimal(text); err == nil {
			t.Errorf("%q is %s", text, number)
		}
	}
}

func TestTimes(t *testing.T) {
	good := []string{
		"2026-05-04T10:11:12Z", "2026-05-04t10:11:12.5z", "2026-05-04T10:11:12.1234567891Z",
		"2016-12-31T23:59:60Z", "2026-05-04T10:11:12+05:30", "9999-12-31T23:59:59Z",
	}
	for _, text := range good {
		if _, ok := parseTime(text); !ok {
			t.Errorf("%s is refused", text)
		}
	}
	for _, text := range []string{"", "2026-05-04", "2026-05-04T10:11:12", "2026-05-04 10:11:12Z", "2026-02-30T10:11:12Z", "2026-05-04T10:11:12.Z", "2026-05-04T10:11Z", "2026-05-04T10:11:12+24:00"} {
		if at, ok := parseTime(text); ok {
			t.Errorf("%q is %s", text, at)
		}
	}
}

// everything creates a client with every kind of secret.
func everything(t *testing.T, options ...Option) *Client {
	t.Helper()
	client, err := New(append(append(vectorCredentials(), withOrigin()...), options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestSecretsAreNeverShown(t *testing.T) {
	const text = "s3cret-text"
	secret := NewSecret(text)
	raw := &RawResponse{Status: 200, Header: http.Header{"Set-Cookie": {text}}, Body: []byte(text)}
	values := []any{
		secret, &secret,
		ClientCredentials{ID: "id", Secret: secret},
		&ClientCredentials{ID: "id", Secret: secret},
		struct{ inside Secret }{secret},
		struct{ inside ClientCredentials }{ClientCredentials{Secret: secret}},
		raw, *raw,
		everything(t, WithUserAgent(text)),
		&CredentialsError{Reason: "no", Raw: raw},
		&APIError{Operation: "one", Status: 500, Raw: raw, body: &text2{text}},
		newBasic("user", text),
	}
	for _, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
			shown := fmt.Sprintf(verb, value)
			if strings.Contains(shown, text) || strings.Contains(strings.ToLower(shown), fmt.Sprintf("%x", text)) {
				t.Errorf("%s of %T shows %s", verb, value, shown)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("test", "value", value)
		if strings.Contains(log.String(), text) {
			t.Errorf("the log of %T shows %s", value, &log)
		}
	}
	if shown, err := json.Marshal(secret); err != nil || strings.Contains(string(shown), text) {
		t.Errorf("%s (%v)", shown, err)
	}
}

type text2 struct{ text string }

// ping is an operation for tests, which no description has.
var ping = operation{
	id:         "ping",
	method:     http.MethodGet,
	server:     "http://ping.example",
	path:       "/ping",
	responses:  []response{{status: "200", contents: []content{{mediaType: "text/plain", kind: textContent}}, success: true}},
	idempotent: true,
}

// pinged calls a server that responds by the handler.
func pinged(t *testing.T, ctx context.Context, handler http.HandlerFunc, options ...Option) (string, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	client := everything(t, append([]Option{WithRetry(RetryPolicy{Attempts: 1})}, options...)...)
	client.core.servers.replaced["http://ping.example"] = server.URL
	return valueOf[string](client.core.send(ctx, newRequest(&ping), nil))
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	asked := 0
	_, err := pinged(t, context.Background(), func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	if failure, ok := errorAs[*UndeclaredError](err); !ok || failure.Raw.Status != http.StatusFound || asked != 1 {
		t.Errorf("%v after %d requests", err, asked)
	}
}

func TestAnswersHaveALimit(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, "12345")
	}
	if text, err := pinged(t, context.Background(), answer, WithResponseLimit(5)); err != nil || text != "12345" {
		t.Errorf("%q (%v)", text, err)
	}
	if _, err := pinged(t, context.Background(), answer, WithResponseLimit(4)); !errors.As(err, new(*TooLargeError)) {
		t.Error(err)
	}
}

func TestTimeoutsAndCancellations(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	wait := func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-stop:
		}
	}
	_, err := pinged(t, context.Background(), wait, WithTimeout(time.Millisecond))
	if !errors.As(err, new(*TimeoutError)) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = pinged(t, ctx, wait)
	if !errors.As(err, new(*TransportError)) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWhoGivesUpWaitingForATokenHarmsNobody(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if asked == 1 {
			_, _ = io.Copy(io.Discard, r.Body)
			close(arrived)
			select {
			case <-r.Context().Done():
			case <-release:
			}
			return
		}
		_, _ = io.WriteString(w, `{"access_token":"t","token_type":"bearer"}`)
	}))
	defer server.Close()
	defer close(release)
	client := everything(t, WithRetry(RetryPolicy{Attempts: 1}))
	source, err := newTokenSource(ClientCredentials{}, server.URL, &client.core.servers)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	first, second := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := source.secret(ctx, client.core, Secret{}, nil)
		first <- err
	}()
	<-arrived
	go func() {
		_, err := source.secret(context.Background(), client.core, Secret{}, nil)
		second <- err
	}()
	cancel()
	if err := <-first; err == nil {
		t.Error("who gave up has a token")
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
}

func TestUntrustedWebhooksAreNotRead(t *testing.T) {
	verifier, err := NewVerifier("one", "two")
	if err != nil {
		t.Fatal(err)
	}
	body := []byte(`{"name":"a","price":null,"a/b~c":[]}`)
	header := http.Header{SignatureHeader: {SignWebhook("two", body)}}
	event, err := ParseWebhook[thing](verifier, header, body)
	if err != nil || event.Name != "a" {
		t.Errorf("%v (%v)", event, err)
	}
	if _, err := ParseWebhook[thing](verifier, header, append(body, ' ')); !errors.Is(err, ErrSignatureMismatch) {
		t.Error(err)
	}
}

func TestHostileHeaderFieldsAreRefused(t *testing.T) {
	for _, pair := range [][2]string{{"X", "a\r\nEvil: 1"}, {"X\r\nEvil", "1"}, {"", "1"}, {"X", "\x00"}} {
		client := everything(t)
		request := newRequest(&ping)
		_, err := client.core.send(context.Background(), request, []RequestOption{WithHeader(pair[0], pair[1])})
		if !errors.As(err, new(*RequestError)) {
			t.Errorf("%q: %v", pair, err)
		}
	}
}

func TestHostileUserAgentsAndSecretsAreRefused(t *testing.T) {
	for _, text := range []string{"a\r\nEvil: 1", "a\n", "a\r", "a\x00", "a\x7f"} {
		if _, err := New(append(withOrigin(), WithUserAgent(text))...); err == nil {
			t.Errorf("the user agent %q is taken", text)
		}
		for _, in := range []scheme{{in: inHeader, name: "Authorization", prefix: "Bearer "}, {in: inCookie, name: "s"}} {
			request := httptest.NewRequest(http.MethodGet, "/", nil)
			if err := place(in, text, request); err == nil || len(request.Header) > 0 {
				t.Errorf("the secret %q is sent: %v", text, request.Header)
			}
		}
	}
}

func TestCredentialsStayOnTheirSite(t *testing.T) {
	const address = "https://elsewhere.example"
	api := &description{elsewhere: []string{address}}
	known := keyring{"key": fixedKey{NewSecret("s3cret")}}
	asks := &operation{id: "get", server: address, security: [][]string{{"key"}}}
	_, err := known.choose(api, asks, &servers{})
	if unavailable := new(CredentialsError); !errors.As(err, &unavailable) || !strings.Contains(err.Error(), address) {
		t.Errorf("there is no complaint: %v", err)
	}
	told := servers{replaced: map[string]string{address: address}}
	if grants, err := known.choose(api, asks, &told); err != nil || len(grants) != 1 {
		t.Errorf("%v (%v)", grants, err)
	}
	asks.security = append(asks.security, nil)
	if grants, err := known.choose(api, asks, &servers{}); err != nil || len(grants) != 0 {
		t.Errorf("%v (%v)", grants, err)
	}
}

func TestErrorsQuoteLittleOfWhatWasReceived(t *testing.T) {
	received := strings.Repeat("\x00received\u202e", 1<<20)
	for _, err := range []error{
		&TransportError{"op", errors.New(received)},
		&PageLoopError{"op", received},
	} {
		if text := err.Error(); len(text) > 1000 || strings.ContainsAny(text, "\x00\u202e") {
			t.Errorf("%T has a text of %d bytes: %.100q", err, len(text), text)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, address := range []string{"ftp://a.example", "http://user:s3cret@a.example", "http://a.example?x=1", "http://a.example#x", "//a.example", "http://"} {
		known := servers{replaced: map[string]string{"x": address}}
		_, err := known.resolve("x")
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	// Values are inserted once: text in a value that looks like a variable is left unchanged.
	known := servers{variables: map[string]string{"a": "{b}", "b": "x"}}
	if text, err := known.expand("{a}{b}"); err != nil || text != "{b}x" {
		t.Errorf("%s (%v)", text, err)
	}
}

func TestMessagesSayWhatEndedACall(t *testing.T) {
	wait := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	for _, one := range []struct {
		ctx  context.Context
		text string
	}{
		{cancelled, "ping: the call was cancelled: "},
		{late, "ping: the deadline of the call has passed: "},
	} {
		_, err := pinged(t, one.ctx, wait)
		if err == nil || !strings.HasPrefix(err.Error(), one.text) {
			t.Errorf("%v does not begin with %q", err, one.text)
		}
	}
}
