package wire

import (
	"io"
	"net/url"
	"strings"
	"testing"
	"testing/quick"
)

// The examples of OAS 3.0.3 §4.7.12.3, and further cases.
func TestStyles(t *testing.T) {
	const list, object = `["blue","black","brown"]`, `{"R":100,"G":200,"B":150}`
	tests := []struct {
		parameter Parameter
		value     string
		expect    string
	}{
		{Parameter{Style: Matrix}, `""`, ";color"},
		{Parameter{Style: Matrix}, `"blue"`, ";color=blue"},
		{Parameter{Style: Matrix}, list, ";color=blue,black,brown"},
		{Parameter{Style: Matrix, Explode: true}, list, ";color=blue;color=black;color=brown"},
		{Parameter{Style: Matrix}, object, ";color=R,100,G,200,B,150"},
		{Parameter{Style: Matrix, Explode: true}, object, ";R=100;G=200;B=150"},
		{Parameter{Style: Label}, `"blue"`, ".blue"},
		{Parameter{Style: Label}, list, ".blue,black,brown"},
		{Parameter{Style: Label, Explode: true}, list, ".blue.black.brown"},
		{Parameter{Style: Label, Explode: true}, object, ".R=100.G=200.B=150"},
		{Parameter{}, list, "blue,black,brown"},
		{Parameter{}, object, "R,100,G,200,B,150"},
		{Parameter{Style: Simple, Explode: true}, object, "R=100,G=200,B=150"},
		{Parameter{}, `"a/b ?#%"`, "a%2Fb%20%3F%23%25"},
		{Parameter{}, `["a,b","c"]`, "a%2Cb,c"},
		{Parameter{In: Query}, `""`, "color="},
		{Parameter{In: Query}, `null`, ""},
		{Parameter{In: Query}, `[]`, ""},
		{Parameter{In: Query}, list, "color=blue&color=black&color=brown"},
		{Parameter{In: Query}, object, "R=100&G=200&B=150"},
		{Parameter{In: Query, Style: Form}, list, "color=blue,black,brown"},
		{Parameter{In: Query, Style: Form}, object, "color=R,100,G,200,B,150"},
		{Parameter{In: Query, Style: SpaceDelimited}, list, "color=blue%20black%20brown"},
		{Parameter{In: Query, Style: PipeDelimited}, list, "color=blue%7Cblack%7Cbrown"},
		{Parameter{In: Query, Style: DeepObject, Explode: true}, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
		{Parameter{In: Query, Style: DeepObject, Explode: true}, `{"a":{"b":[1,2]},"c":[{"d":1}]}`, "color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2&color%5Bc%5D%5B0%5D%5Bd%5D=1"},
		{Parameter{In: Query, Reserved: true}, `"a/b?c&d#e+f"`, "color=a/b?c%26d%23e%2Bf"},
		{Parameter{In: Query, JSON: true}, object, "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D"},
		{Parameter{In: Header}, list, "blue,black,brown"},
		{Parameter{In: Header, JSON: true}, `{"a":"b"}`, `{"a":"b"}`},
		{Parameter{In: Cookie}, `"blue"`, "color=blue"},
		{Parameter{In: Cookie}, list, "color=blue; color=black; color=brown"},
	}
	for _, test := range tests {
		test.parameter.Name = "color"
		value, err := Parse([]byte(test.value))
		if err != nil {
			t.Fatal(err)
		}
		text, err := Write(&test.parameter, value)
		if err != nil || text != test.expect {
			t.Errorf("%+v of %s is %q (%v), not %q", test.parameter, test.value, text, err, test.expect)
		}
	}
}

func TestWhatCannotBeSentIsRefused(t *testing.T) {
	tests := []struct {
		parameter Parameter
		value     string
	}{
		{Parameter{}, `""`},
		{Parameter{}, `".."`},
		{Parameter{}, `[]`},
		{Parameter{In: Header}, `"a\r\nEvil: 1"`},
		{Parameter{In: Header}, `["a,b"]`},
		{Parameter{In: Header}, `" a"`},
		{Parameter{In: Cookie}, `"a;b"`},
		{Parameter{In: Query, Style: SpaceDelimited}, `["a b"]`},
		{Parameter{In: Query, Style: PipeDelimited}, `["a|b"]`},
		{Parameter{In: Query, Style: DeepObject}, `{"a[b]":1}`},
		{Parameter{In: Query, Style: DeepObject}, strings.Repeat(`{"a":`, 20) + "1" + strings.Repeat("}", 20)},
	}
	for _, test := range tests {
		test.parameter.Name = "color"
		value, err := Parse([]byte(test.value))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := Write(&test.parameter, value); err == nil {
			t.Errorf("%+v of %s is %q", test.parameter, test.value, text)
		}
	}
}

// Any text that is written to a query or a path segment is read back unchanged.
func TestTextsComeBack(t *testing.T) {
	same := func(text string) bool {
		query, err := Write(&Parameter{Name: "q", In: Query}, text)
		values, parseErr := url.ParseQuery(query)
		path, pathErr := Write(&Parameter{Name: "p"}, text)
		segment, _ := url.PathUnescape(path)
		led := text == "" || text == "." || text == ".."
		return err == nil && parseErr == nil && values.Get("q") == text &&
			(pathErr != nil) == led && (led || segment == text && !strings.Contains(path, "/"))
	}
	if err := quick.Check(same, nil); err != nil {
		t.Error(err)
	}
}

func TestForms(t *testing.T) {
	value, err := Parse([]byte(`{"b":"x y","more":["1","2"],"a":["p","q"],"deep":{"c":1},"null":null}`))
	if err != nil {
		t.Fatal(err)
	}
	fields := []Parameter{{Name: "a", In: Query, Style: Form}, {Name: "b", In: Query}}
	text, err := WriteForm(fields, value)
	if expect := "a=p,q&b=x+y&more=1&more=2&deep=%7B%22c%22%3A1%7D"; err != nil || text != expect {
		t.Errorf("%q (%v), not %q", text, err, expect)
	}
}

func TestPartsKeepTheirNames(t *testing.T) {
	name := "a\"\r\nContent-Type: evil"
	part := Part{Name: "f\"", File: &name, MediaType: "a/b\r\nEvil: 1", Content: []byte("x")}
	streamed := part
	streamed.Content, streamed.Reader = nil, strings.NewReader("y")
	mediaType, reader := Multipart([]Part{part, streamed})
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	boundary := strings.TrimPrefix(mediaType, "multipart/form-data; boundary=")
	head := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"f%22\"; filename=\"a%22%0D%0AContent-Type: evil\"\r\n" +
		"Content-Type: a/bEvil: 1\r\n\r\n"
	expect := head + "x\r\n" + head + "y\r\n--" + boundary + "--\r\n"
	if string(body) != expect {
		t.Errorf("%q, not %q", body, expect)
	}
}
