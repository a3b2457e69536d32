-- The one webhook of an organization; its identifier is always the same.
CREATE TABLE webhooks (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL, due BIGINT,
    document TEXT NOT NULL,
    PRIMARY KEY (org_id, id)
);

-- The keys of the signatures. They are needed to sign, so they are kept as they are. The replaced
-- one signs as well until `previous_until`.
CREATE TABLE webhook_secrets (
    org_id TEXT PRIMARY KEY,
    secret TEXT NOT NULL, created BIGINT NOT NULL,
    previous TEXT, previous_until BIGINT
);

-- The queue and the log in one. `body` is what is sent, byte for byte, in every attempt and
-- repetition. `due` is when the next attempt may be made; it is null when there will be none, and
-- while an earlier delivery of the same entity is not finished. So what can be made is found
-- without a look at what waits. Whoever makes an attempt holds the row by a lease, which ends by
-- itself if the holder dies.
CREATE TABLE deliveries (
    org_id TEXT NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL,
    -- What the event is about: the events of one entity are delivered one after the other.
    entity TEXT NOT NULL,
    event_id TEXT NOT NULL, event_type TEXT NOT NULL, body TEXT NOT NULL,
    url TEXT NOT NULL, status TEXT NOT NULL,
    attempts BIGINT NOT NULL, response_status BIGINT,
    redelivery_of TEXT,
    created BIGINT NOT NULL, last_attempt BIGINT, due BIGINT,
    lease TEXT, leased_until BIGINT,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX deliveries_in_order ON deliveries (org_id, position);
CREATE INDEX deliveries_by_event ON deliveries (org_id, event_id);
CREATE INDEX deliveries_due ON deliveries (org_id, due, leased_until) WHERE due IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (org_id, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX deliveries_of_entity ON deliveries (org_id, entity, position) WHERE status = 'PENDING';
