-- Bytes that repositories with a storage quota gained and lost, with each change of their files, so
-- that the nodes of a cluster count each other's uploads. Rows are only added, so that no upload
-- waits for another one, and merged later.
CREATE TABLE quota_changes (
  repo text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX quota_changes_repo ON quota_changes (repo);
