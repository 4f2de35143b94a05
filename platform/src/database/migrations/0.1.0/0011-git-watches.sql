-- Branches of Git repositories whose dependencies are scanned.
CREATE TABLE git_watches (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  integration text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  -- The repository by its two names at the Git server.
  repository_id text NOT NULL,
  repository text NOT NULL,
  branch text NOT NULL,
  -- Secret of the webhook, encrypted. Null if the branch is only polled.
  hook_secret bytea,
  commit_status boolean NOT NULL,
  next_check timestamptz NOT NULL DEFAULT now(),
  -- The commit that was scanned last, and when.
  head text,
  scanned timestamptz(3),
  -- Why the last check failed.
  error text,
  -- Whether the Git server did not list all files.
  truncated boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  UNIQUE (integration, repository_id, branch)
);
CREATE INDEX git_watches_next_check ON git_watches (next_check);

-- Files with dependencies, as of the last scan.
CREATE TABLE git_files (
  watch uuid NOT NULL REFERENCES git_watches ON DELETE CASCADE,
  path text NOT NULL,
  kind text NOT NULL,
  -- Entries without an exact version.
  inexact integer NOT NULL,
  error text,
  PRIMARY KEY (watch, path)
);

-- Dependencies of the files. Findings are not stored: they follow from the advisories of the moment.
CREATE TABLE git_dependencies (
  watch uuid NOT NULL,
  path text NOT NULL,
  -- In OSV's spelling.
  ecosystem text NOT NULL,
  -- Package type of the index; empty if there is none.
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- As in scanned_packages.
  match_name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (watch, path, ecosystem, name, version),
  FOREIGN KEY (watch, path) REFERENCES git_files ON DELETE CASCADE
);
