-- Webhooks, and the events that they deliver.

-- Subscriptions of administrators.
CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL UNIQUE,
  description text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT true,
  domain text NOT NULL,
  event_types text[] NOT NULL,
  criteria jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- Type, URL, method, proxy, and payload template.
  handler jsonb NOT NULL,
  -- Encrypted: the signing secret, its predecessor, named secrets, and headers.
  sealed bytea NOT NULL,
  -- URL of this platform for receivers of events, unless a setting specifies it.
  origin text NOT NULL,
  -- Increases with each change by an administrator, so that nodes reload the row.
  version integer NOT NULL DEFAULT 1,
  created timestamptz NOT NULL DEFAULT now(),
  last_delivered timestamptz,
  -- Consecutive failed attempts, the time of the first one, and the reason of the last one.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  -- No attempt before this time.
  retry_at timestamptz,
  -- Set after a long failure. Nothing is delivered until an administrator resumes it.
  paused timestamptz
);

-- Events for a webhook, in the order of their IDs: pending ones and the history. Has no foreign
-- key, because its check would lock the webhook's row in each transaction that changes content. A
-- job deletes rows of deleted webhooks.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook bigint NOT NULL,
  event_id uuid NOT NULL,
  -- `domain.event_type`.
  type text NOT NULL,
  data jsonb NOT NULL,
  source text NOT NULL,
  created timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- The last attempt: its time, its duration in milliseconds, the request without secrets, and the
  -- response.
  attempted timestamptz(3),
  duration integer,
  request jsonb,
  status integer,
  response text,
  error text,
  -- The delivery that an administrator repeated.
  redelivery_of bigint
);
CREATE INDEX webhook_deliveries_history ON webhook_deliveries (webhook, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, id) WHERE (state = 'waiting');
