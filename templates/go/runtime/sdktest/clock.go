package sdktest

import (
	"context"
	"sync"
	"time"

	sdk "sdk"
)

// Clock is a clock that stands still until a wait or [Clock.Advance]. Waits end at once, and have no
// random part. It is safe for concurrent use.
type Clock struct {
	lock  sync.Mutex
	now   time.Time
	waits []time.Duration
}

var _ sdk.Clock = (*Clock)(nil)

// NewClock returns a clock that begins with 2026.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(by time.Duration) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.now = c.now.Add(by)
}

// Sleep moves the clock and records the wait. It returns the error of a context that has ended.
func (c *Clock) Sleep(ctx context.Context, wait time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.now = c.now.Add(wait)
	c.waits = append(c.waits, wait)
	return nil
}

// Jitter returns the bound.
func (c *Clock) Jitter(bound time.Duration) time.Duration { return bound }

// Waits returns the waits so far, in order.
func (c *Clock) Waits() []time.Duration {
	c.lock.Lock()
	defer c.lock.Unlock()
	return append([]time.Duration(nil), c.waits...)
}
