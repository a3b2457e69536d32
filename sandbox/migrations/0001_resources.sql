-- One schema for SQLite and PostgreSQL: BIGINT, TEXT, nothing else. A resource is its document
-- (the JSON that the API answers), beside it the columns by which it is found. Instants are
-- microseconds since 1970. `position` is the order of creation within an organization; `due` is
-- when the clock changes the resource next.

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO settings (name, value) VALUES ('clock_offset', 0);

-- Its row is locked by every change to what belongs to it, so changes to one organization happen
-- one after the other, and in the order of their positions.
CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    position BIGINT NOT NULL,
    due BIGINT,
    document TEXT NOT NULL
);

-- Quotas that differ from the usual.
CREATE TABLE quotas (
    org_id TEXT NOT NULL, name TEXT NOT NULL, most BIGINT NOT NULL,
    PRIMARY KEY (org_id, name)
);

CREATE TABLE products (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, status TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX products_in_order ON products (org_id, position);

CREATE TABLE buyers (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, partner_account_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id),
    UNIQUE (org_id, partner, partner_account_id)
);
CREATE UNIQUE INDEX buyers_in_order ON buyers (org_id, position);

CREATE TABLE offers (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, status TEXT NOT NULL, product_id TEXT NOT NULL, buyer_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX offers_in_order ON offers (org_id, position);
CREATE INDEX offers_due ON offers (org_id, due) WHERE due IS NOT NULL;
CREATE INDEX offers_by_status ON offers (org_id, status);

CREATE TABLE agreements (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, status TEXT NOT NULL, offer_id TEXT NOT NULL, buyer_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX agreements_in_order ON agreements (org_id, position);
CREATE INDEX agreements_due ON agreements (org_id, due) WHERE due IS NOT NULL;

CREATE TABLE entitlements (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, status TEXT NOT NULL, product_id TEXT NOT NULL,
    buyer_id TEXT NOT NULL, agreement_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX entitlements_in_order ON entitlements (org_id, position);
CREATE INDEX entitlements_due ON entitlements (org_id, due) WHERE due IS NOT NULL;

CREATE TABLE referrals (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, status TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX referrals_in_order ON referrals (org_id, position);
CREATE INDEX referrals_due ON referrals (org_id, due) WHERE due IS NOT NULL;

CREATE TABLE disbursements (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, day TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX disbursements_in_order ON disbursements (org_id, position);

CREATE TABLE events (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    type TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX events_in_order ON events (org_id, position);

-- OAuth Apps and legacy API keys. Of what authenticates them, only the SHA-256 is kept: it is
-- random and long, so it needs no slow hash.
CREATE TABLE api_clients (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    type TEXT NOT NULL, client_id TEXT UNIQUE, secret_hash TEXT,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX api_clients_in_order ON api_clients (org_id, position);
CREATE INDEX api_clients_by_secret ON api_clients (secret_hash);

-- Usage, by entitlement. Quantities are decimal texts: more digits than a BIGINT has.
CREATE TABLE usage_record_groups (
    org_id TEXT NOT NULL, entitlement_id TEXT NOT NULL, id TEXT NOT NULL,
    position BIGINT NOT NULL,
    day TEXT NOT NULL,
    -- The hour since 1970, and what was used in it: by these, a group that may be a repetition
    -- under another id is noticed.
    hour BIGINT NOT NULL, fingerprint TEXT NOT NULL,
    -- The time as it was sent, if it was.
    sent_time TEXT,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, entitlement_id, id)
);
CREATE UNIQUE INDEX usage_record_groups_in_order
    ON usage_record_groups (org_id, entitlement_id, position);
CREATE INDEX usage_record_groups_by_day ON usage_record_groups (org_id, entitlement_id, day, position);
CREATE INDEX usage_record_groups_by_hour
    ON usage_record_groups (org_id, entitlement_id, hour, fingerprint);

-- One report for each entitlement and day with usage; what it adds up is in `usage_totals`, and
-- which groups it contains is in `usage_record_groups`.
CREATE TABLE usage_record_reports (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    partner TEXT NOT NULL, buyer_id TEXT NOT NULL, entitlement_id TEXT NOT NULL, day TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id),
    UNIQUE (org_id, entitlement_id, day)
);
CREATE UNIQUE INDEX usage_record_reports_in_order ON usage_record_reports (org_id, position);
CREATE INDEX usage_record_reports_due ON usage_record_reports (org_id, due) WHERE due IS NOT NULL;

CREATE TABLE usage_totals (
    org_id TEXT NOT NULL, report_id TEXT NOT NULL, dimension TEXT NOT NULL,
    quantity TEXT NOT NULL,
    PRIMARY KEY (org_id, report_id, dimension)
);
