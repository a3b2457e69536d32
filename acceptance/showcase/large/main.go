// Command large sends and receives a large file with the generated client, for `cargo xtask
// large-bodies`.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"

	sdk "example.com/api-client"
)

const (
	period = 251
	chunk  = period * 256
)

// file is the bytes from any position of the file on, more than are read at once.
var file = bytes.Repeat(newPeriod(), 1024)

func newPeriod() []byte {
	made := make([]byte, period)
	for at := range made {
		made[at] = byte(at)
	}
	return made
}

// repeated reads as a file of a number of bytes.
type repeated struct{ at, length int }

func (r *repeated) Read(into []byte) (int, error) {
	if r.at == r.length {
		return 0, io.EOF
	}
	count := copy(into, file[r.at%period:][:min(chunk, r.length-r.at)])
	r.at += count
	return count, nil
}

// memory returns a field of the process' status, in KiB.
func memory(field string) int {
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	found := regexp.MustCompile(field + `:\s+(\d+)`).FindSubmatch(status)
	value, err := strconv.Atoi(string(found[1]))
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// transfer sends and receives a file, and returns its length.
func transfer(client *sdk.Client, chunks int) int {
	ctx := context.Background()
	source := &repeated{length: chunks * chunk}
	if os.Getenv("LARGE_WAY") == "form" {
		form := sdk.UploadPhotoBody{Title: "large", Picture: sdk.File{Reader: source}}
		check(client.Bodies.UploadPhoto(ctx, form))
	} else {
		check(client.Bodies.UploadFile(ctx, nil, sdk.WithStreamBody("application/octet-stream", source)))
	}

	var body io.ReadCloser
	_, err := client.Bodies.DownloadFile(ctx, sdk.WithOpenBody(&body))
	check(err)
	received, buffer := 0, make([]byte, chunk)
	for {
		count, err := body.Read(buffer)
		if !bytes.HasPrefix(file[received%period:], buffer[:count]) {
			check(fmt.Errorf("other bytes after %d", received))
		}
		received += count
		if errors.Is(err, io.EOF) {
			check(body.Close())
			return received
		}
		check(err)
	}
}

func main() {
	client, err := sdk.New(sdk.WithServer("https://garden.example/{version}", os.Getenv("LARGE_BASE")))
	check(err)
	chunks, err := strconv.Atoi(os.Getenv("LARGE_CHUNKS"))
	check(err)
	// A small file first: what every call needs is not counted.
	transfer(client, 1)
	check(os.WriteFile("/proc/self/clear_refs", []byte("5"), 0))
	idle := memory("VmRSS")
	received := transfer(client, chunks)
	fmt.Println(received, idle, memory("VmHWM"))
}
