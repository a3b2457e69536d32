package sdk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
)

// LogAttempts returns a middleware that writes a line before each attempt, with the level debug, and
// one after it, with the level info, or warn for an error. No line contains a secret.
func LogAttempts(logger *slog.Logger) Middleware {
	return func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		if !logger.Enabled(ctx, slog.LevelWarn) {
			return next(ctx)
		}
		line := fmt.Sprintf("%s: %s %s attempt %d",
			attempt.Operation, attempt.Method, attempt.PathTemplate, attempt.Number)
		logger.DebugContext(ctx, line)
		start := attempt.clock.Now()
		response, err := next(ctx)
		milliseconds := attempt.clock.Now().Sub(start).Milliseconds()
		switch {
		case err != nil:
			logger.WarnContext(ctx, fmt.Sprintf("%s: failed%s after %d ms", line, failureKind(err), milliseconds))
		case response == nil:
			// The middleware inside of this one is wrong, which the call reports.
		default:
			level := slog.LevelInfo
			if response.Status >= http.StatusBadRequest {
				level = slog.LevelWarn
			}
			if logger.Enabled(ctx, level) {
				logger.Log(ctx, level, fmt.Sprintf("%s: %d after %d ms%s",
					line, response.Status, milliseconds, response.shownID()))
			}
		}
		return response, err
	}
}

// shownID returns the ID of the request; empty if a middleware has made the response.
func (r *AttemptResponse) shownID() string {
	if r.requestID == nil {
		return ""
	}
	return r.requestID()
}

// failureKind returns the kind of an error, in parentheses; empty for any other error.
func failureKind(err error) string {
	if _, ok := errorAs[*CredentialsError](err); ok {
		return " (credentials)"
	}
	if _, ok := errorAs[*TimeoutError](err); ok {
		return " (timeout)"
	}
	isOver := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if _, ok := errorAs[*TransportError](err); ok && !isOver {
		return " (connection)"
	}
	return ""
}

// loggingByEnvironment returns the log that a variable of the environment asks for; nil for none.
func loggingByEnvironment(variable string) Middleware {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn}
	level, ok := levels[os.Getenv(variable)]
	if !ok {
		return nil
	}
	return LogAttempts(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
}
