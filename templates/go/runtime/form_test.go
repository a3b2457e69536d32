package sdk

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// album is a form with files.
type album struct {
	Title string   `api:"title,required"`
	Cover File     `api:"cover,required"`
	Pages []File   `api:"pages,required"`
	Tags  []string `api:"tags,required"`
}

// withForm sends a form instead of the body.
func withForm(form album) RequestOption {
	return func(r *request) { r.setMultipart(&form) }
}

// sentForm returns the only form that was sent, with a fixed boundary.
func sentForm(t *testing.T, stage *bytesStage) string {
	t.Helper()
	if len(stage.sent) != 1 {
		t.Fatalf("sent %d times", len(stage.sent))
	}
	form := string(stage.sent[0])
	boundary, _, _ := strings.Cut(strings.TrimPrefix(form, "--"), "\r\n")
	if stage.header.Get("Content-Type") != "multipart/form-data; boundary="+boundary {
		t.Errorf("the content type is %q", stage.header.Get("Content-Type"))
	}
	return strings.ReplaceAll(form, boundary, "boundary")
}

func TestStreamedFilesArriveAsOthers(t *testing.T) {
	form := album{
		Title: "ä", Cover: File{Name: "a\"\r\n.png", MediaType: "image/png", Content: []byte("cover")},
		Pages: []File{{Content: []byte("one")}, {Content: []byte("two")}, {}}, Tags: []string{"x", "y"},
	}
	whole := &bytesStage{status: http.StatusOK, body: &pieces{}}
	if _, err := whole.call(withForm(form)); err != nil {
		t.Fatal(err)
	}
	form.Cover.Content, form.Cover.Reader = nil, strings.NewReader("cover")
	form.Pages[1].Content, form.Pages[1].Reader = nil, io.MultiReader(strings.NewReader("t"), strings.NewReader("wo"))
	form.Pages[2].Reader = strings.NewReader("")
	streamed := &bytesStage{status: http.StatusOK, body: &pieces{}}
	if _, err := streamed.call(withForm(form)); err != nil {
		t.Fatal(err)
	}
	if sent, expect := sentForm(t, streamed), sentForm(t, whole); sent != expect {
		t.Errorf("sent %q, not %q", sent, expect)
	}
}

func TestFormsWithStreamedFilesAreSentOnce(t *testing.T) {
	stage := &bytesStage{status: http.StatusServiceUnavailable, body: &pieces{}}
	_, err := stage.call(withForm(album{Cover: File{Reader: strings.NewReader("cover")}}), WithIdempotent(true))
	if _, ok := errorAs[*UndeclaredError](err); !ok || len(stage.sent) != 1 {
		t.Errorf("%v, sent %q", err, stage.sent)
	}
}

func TestFilesThatBreakOffAreErrors(t *testing.T) {
	broken := errors.New("the disk is broken")
	stage := &bytesStage{status: http.StatusOK, body: &pieces{}}
	source := io.MultiReader(strings.NewReader("begun"), brokenReader{broken})
	_, err := stage.call(withForm(album{Cover: File{Reader: source}}))
	if _, ok := errorAs[*RequestError](err); !ok || !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if !errors.Is(stage.err, broken) || len(stage.sent) != 1 {
		t.Errorf("the connection saw %v, %q", stage.err, stage.sent)
	}
	if text, err := json.Marshal(File{Reader: source}); err == nil {
		t.Errorf("%q", text)
	}
}
