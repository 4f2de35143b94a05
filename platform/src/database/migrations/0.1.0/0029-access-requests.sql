-- Requests of users for access, which administrators and project administrators grant or decline.
CREATE TABLE access_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As the user entered it: such a repository may not exist.
  repository text COLLATE "C" NOT NULL,
  -- Empty: the whole repository.
  path text COLLATE "C" NOT NULL,
  action text NOT NULL CHECK (action IN ('read', 'deploy', 'delete', 'annotate')),
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'declined', 'withdrawn')),
  created timestamptz(3) NOT NULL DEFAULT now(),
  decided timestamptz(3),
  decided_by text,
  answer text NOT NULL DEFAULT '',
  -- Whether those who decide were notified.
  notified boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX access_requests_open ON access_requests (user_name, repository, path) WHERE (state = 'open');
CREATE INDEX access_requests_user ON access_requests (user_name, id);
CREATE INDEX access_requests_repository ON access_requests (repository, id);
CREATE INDEX access_requests_new ON access_requests (id) WHERE (NOT notified);
CREATE INDEX access_requests_decided ON access_requests (decided) WHERE (state <> 'open');

-- Their subjects: `repository://KEY`.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check
    CHECK (kind IN ('version', 'vulnerability', 'promotion', 'distribution', 'webhook', 'quota',
      'access_request', 'access_decision'));
