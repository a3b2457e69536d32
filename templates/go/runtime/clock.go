package sdk

import (
	"context"
	"math/rand/v2"
	"time"
)

// Clock is the source of time and randomness of a client. Tests provide their own.
type Clock interface {
	// Now returns the current time, by which tokens expire and with which an HTTP date in Retry-After
	// is compared.
	Now() time.Time
	// Sleep waits, or returns early with the error of the context.
	Sleep(ctx context.Context, wait time.Duration) error
	// Jitter returns a random duration between 0 and bound, by which a retry is delayed.
	Jitter(bound time.Duration) time.Duration
}

// systemClock is the system clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (systemClock) Jitter(bound time.Duration) time.Duration {
	if bound <= 0 {
		return 0
	}
	return rand.N(bound + 1)
}
