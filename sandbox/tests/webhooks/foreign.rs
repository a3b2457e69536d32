//! A verifier that others have written.
