// Command tour makes a call that fails, for `cargo xtask sdks`: it prints the text of the error and the
// errors inside of it as JSON, and the log on the standard error stream.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	sdk "example.com/api-client"
)

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

// trace continues a trace, with a span for each attempt.
func trace(ctx context.Context, attempt *sdk.Attempt, next sdk.Next) (*sdk.AttemptResponse, error) {
	attempt.Header.Set("traceparent", fmt.Sprintf("00-%s-%016d-01", traceID, attempt.Number))
	return next(ctx)
}

func readPlant(ctx context.Context, client *sdk.Client) error {
	if _, err := client.Plants.Get(ctx, "rose"); err != nil {
		return fmt.Errorf("reading the plant: %w", err)
	}
	return nil
}

// stack returns an error and what it wraps, each with its type.
func stack(err error) string {
	var lines []string
	for ; err != nil; err = errors.Unwrap(err) {
		lines = append(lines, fmt.Sprintf("%T: %v", err, err))
	}
	return strings.Join(lines, "\n")
}

func main() {
	retry := sdk.DefaultRetryPolicy()
	retry.FirstWait = time.Millisecond
	client, err := sdk.New(
		sdk.WithServer("https://garden.example/{version}", os.Getenv("TOUR_BASE")),
		sdk.WithBearer(sdk.NewSecret("secret-bearer")),
		sdk.WithRetry(retry),
		sdk.WithMiddleware(trace),
	)
	if err != nil {
		log.Fatal(err)
	}
	err = readPlant(context.Background(), client)
	shown := map[string]string{"error": errors.Unwrap(err).Error(), "stack": stack(err)}
	if err := json.NewEncoder(os.Stdout).Encode(shown); err != nil {
		log.Fatal(err)
	}
}
