-- The token host. Of codes, refresh tokens and sessions, only the SHA-256 is kept; instants are
-- microseconds since 1970, by the real clock.

-- Keys that sign access tokens. A retired one signs no more, but is published until the last
-- token that it has signed is dead.
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    alg TEXT NOT NULL,
    -- PKCS #8, base64.
    private_key TEXT NOT NULL,
    created BIGINT NOT NULL,
    retired BIGINT
);

-- People who sign in on the page of the token host.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    org_id TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL
);

-- Where OAuth Apps may be redirected to, by their OAuth client id.
CREATE TABLE client_redirects (
    client_id TEXT NOT NULL,
    uri TEXT NOT NULL,
    PRIMARY KEY (client_id, uri)
);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    expires BIGINT NOT NULL
);

-- What a person has once consented to: an authorization code, and the family of refresh tokens
-- that comes of it. Revoking it revokes them all.
CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    resource TEXT NOT NULL,
    code_hash TEXT NOT NULL UNIQUE,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    code_expires BIGINT NOT NULL,
    code_used BIGINT,
    revoked BIGINT,
    expires BIGINT NOT NULL
);
CREATE INDEX grants_by_expiry ON grants (expires);

CREATE TABLE refresh_tokens (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL,
    used BIGINT
);
CREATE INDEX refresh_tokens_by_grant ON refresh_tokens (grant_id);

-- Access tokens that were revoked one by one, until they would have died anyway.
CREATE TABLE revoked_tokens (
    jti TEXT PRIMARY KEY,
    expires BIGINT NOT NULL
);
