package sdk

import (
	"context"
	"math/rand/v2"
	"time"
)

// Clock is where a client takes time and randomness from; tests bring their own.
type Clock interface {
	// Now gives the present time: tokens expire by it, and an HTTP date in Retry-After is compared
	// with it.
	Now() time.Time
	// Sleep waits, or returns early with the error of the context.
	Sleep(ctx context.Context, wait time.Duration) error
	// Jitter gives a wait from 0 up to bound, at random: how long a retry waits.
	Jitter(bound time.Duration) time.Duration
}

// systemClock is the clock of the machine.
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
